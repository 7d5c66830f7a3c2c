#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/mcp/elicitation.hpp"
#include "agent/mcp/server.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// A request that a model has caused, and what it is called in messages.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerCall {
    calls::CallId id = 0;
    std::string method;
    Json params;
    std::string name; // "echo"
    HttpFields fields = {}; // of its request over HTTP
};

// How it has ended: with a result, as it came, or an error.
// NOLINTNEXTLINE(bugprone-exception-escape): likewise
struct ServerOutcome {
    Json result = {};
    std::optional<ToolError> error = {};
    std::chrono::milliseconds duration {}; // since it was sent
    bool was_sent = false;
    bool is_end_unknown = false; // of an error: as of a ToolAnswer
};

// The calls of one server that are under way: they wait until it is ready, have a timeout that its
// progress starts anew, and end when it ends. One that has timed out ends when the server has
// shown that it still answers, or is ended: what comes next does not run into it. None is sent
// twice, but as an answer to what it has asked.
class ServerCalls {
public:
    using Clock = system::Watch::Clock;

    // Hears of each question and how it was answered, for the audit.
    using Asked = std::function<void(const Json& params, const std::string& action)>;

    // All have to outlive it.
    ServerCalls(Server& server, const Asker& asker, Asked asked);

    // Has the server started if it is resting. One that is down is an error of the call. A call of
    // a tool waits while the server has announced another list of tools: refuse() can end it then.
    void begin(ServerCall call);
    void cancel(calls::CallId id, calls::Cancelled why);

    // Ends a call that was not sent yet, with this error; another one goes on.
    void refuse(calls::CallId id, ToolError error);
    bool empty() const { return calls.empty(); }

    // As a ToolSource has it: without control characters, and short.
    std::optional<calls::CallProgress> take_progress(calls::CallId id);

    // As a ToolSource has them; after those of the server.
    void watch(system::Watch& watch) const;
    void step();

    // Those that have ended since.
    using Ended = std::vector<std::pair<calls::CallId, ServerOutcome>>;
    Ended take_ended() { return std::exchange(ended, {}); }

private:
    struct Running {
        ServerCall call;
        Clock::time_point begun = Clock::now();
        RequestId request = 0; // 0: not sent yet
        Clock::time_point sent = {};
        Clock::duration asking = {}; // time that went by while the user was asked
        int rounds = 0;
        int questions = 0;
        std::optional<ToolError> late = {}; // it has timed out, and ends after the sign of life
        bool was_refused = false; // with its session, which has ended: it is sent in the next one
    };
    using Iterator = std::list<Running>::iterator;

    std::chrono::milliseconds longest() const;
    Clock::time_point deadline(const Running& running) const;
    void send(Running& running, const Json& more);
    bool can_send(const Running& running) const;
    Clock::time_point send_deadline(const Running& running) const;
    void send_waiting();
    void take_responses();
    void take_response(Iterator running, const Response& response);
    void take_error(Iterator running, const Response::Error& error);
    void begin_anew();
    bool answer_input(Running& running, const Json& result);
    Json input_response(Running& running, const Json& request);
    Json ask(Running& running, const Json& params);
    void take_questions();
    void end_unsent();
    void give_up_late();
    void end_late();
    void end_all();
    void end(Iterator running, ServerOutcome outcome);
    void fail(Iterator running, ToolError error);
    void lose(Iterator running, ToolError error); // what it has done, if it was sent
    std::string title(const Running& running) const;
    Iterator find(calls::CallId id);

    Server& server;
    const Asker& asker;
    Asked asked;
    std::list<Running> calls;
    Ended ended;
};

// The lines of the audit about servers.

const char* name_of(Era era);

// Returns the sandbox of a server as its launcher reports it. Without a report, `by` is "operator"
// and `level` is "unknown" if the entry has a launcher, else "none".
Json sandbox_of(const Server& server);

// A sentence about a line that can't be read, for the operator.
std::string unreadable_note(const std::string& server, const std::string& line);

Json started_line(const Server& server);
Json ended_line(const Server& server, const ServerEvent& event);
Json asked_line(const Server& server, const Json& params, const std::string& action);

}
