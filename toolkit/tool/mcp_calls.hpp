#pragma once

#include "toolkit/mcp/envelope.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/tool/mcp_answer.hpp"
#include "toolkit/tool/mcp_child.hpp"

#include <chrono>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// The calls of an MCP server: those that wait, and those that run, each in a child process.
class McpCalls {
public:
    using Clock = std::chrono::steady_clock;

    struct Limits {
        std::size_t running = 16;
        std::size_t spares = 2;
        std::size_t waiting_lines = 1024;
        std::size_t waiting_bytes = 64 << 20;
        std::size_t answer_bytes = 0; // maximum of a whole line
        std::chrono::seconds time = {};
    };

    // `work` runs in the children. `print` receives each line for the client.
    McpCalls(Limits limits, const McpAnswerer& answerer, McpChild::Work work,
        std::function<void(std::string line)> print);
    McpCalls(const McpCalls&) = delete;
    McpCalls& operator=(const McpCalls&) = delete;
    ~McpCalls();

    // Accepts a line of the client.
    void take(std::string line);

    bool empty() const { return waiting.empty() && running.empty(); }

    // Adds what to wait for, and until when.
    void watch(system::Watch& watch) const;

    // Continues all calls until each has ended or would have to wait.
    void step();

    // Prepares children for the next calls. To be called after the output of step() has been
    // written.
    void prepare_next();

private:
    Clock::time_point deadline() const;
    struct Request {
        std::string line; // empty after its child has received it
        std::string id; // as in the line
        std::string progress_token; // as in the line
        mcp::Era era;
        bool is_call;
    };
    struct Running {
        Request request;
        std::unique_ptr<McpChild> child;
        std::size_t sent = 0; // bytes of the line
        std::string answer = {};
        Clock::time_point begun = Clock::now();
        Clock::time_point next_progress = begun + mcp::first_progress;
    };

    bool is_known(std::string_view id) const;
    void cancel(std::string_view id);
    void queue(Request request);
    bool can_begin(const Request& request) const;
    void begin_waiting();
    void begin(Request request);
    void make_spare();
    std::vector<int> descriptors() const;
    void send(Running& call);
    bool receive(Running& call);
    void report_progress(Running& call);
    std::optional<std::string> step(Running& call);
    std::string broken(const Running& call) const;
    bool is_whole_answer(const Running& call) const;
    bool is_prepared() const;

    Limits limits;
    const McpAnswerer& answerer;
    McpChild::Work work;
    std::function<void(std::string line)> print;
    std::deque<Request> waiting;
    std::size_t waiting_bytes = 0;
    std::list<Running> running;
    std::deque<std::unique_ptr<McpChild>> spares; // each waits for its line
    Clock::time_point next_work = {}; // earliest time of the next work of prepare_next()
    bool shares_pages = false; // shares pages with the last forked spare
    // To be killed when their answers have been written.
    std::deque<std::unique_ptr<McpChild>> ended;
};

}
