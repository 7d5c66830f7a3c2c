#pragma once

#include "runner/mcp/toolbelt_calls.hpp"
#include "toolkit/mcp/client_output.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/mcp/lines.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <unistd.h>

namespace runner::mcp {

using namespace agent;
using namespace toolkit;

// Serves the tools of a manifest to one client over stdin and stdout, until stdin ends, stdout is
// closed, a signal comes, or the parent process is another one than at the start. One thread, and
// one wait for everything.
class ToolbeltServer {
public:
    struct Limits {
        std::size_t request_bytes;
        std::int64_t calls; // 0: none
    };

    // Throws BAD_REQUEST if a tool can't be listed.
    ToolbeltServer(calls::ManifestSource& source, const calls::Supervision& by,
        const AnswerForm& form, Limits limits);

    // Why it has ended, for the audit, and the exit status.
    struct End {
        std::string reason;
        int status;
        std::optional<ToolError> error = {};
    };
    End serve();

private:
    using Clock = system::Watch::Clock;

    bool is_over() const;
    Clock::time_point next_look() const;
    bool wait();
    void read_input();
    void take(const toolkit::mcp::Lines::Line& line);
    void take_message(const std::string& line);
    void take_request(const toolkit::mcp::Envelope& envelope, const std::string& line);
    void begin_call(const toolkit::mcp::Envelope& envelope, Json& params, std::size_t bytes);
    Json via(const toolkit::mcp::Envelope& envelope, const Json& params) const;
    End serve_lines();
    End failed(const ToolError& error);
    void write_rest();

    calls::ManifestSource& source;
    calls::Supervision by;
    AnswerForm form;
    Limits limits;
    Json list; // of the tools
    toolkit::mcp::ClientOutput output {STDOUT_FILENO};
    toolkit::mcp::Lines lines;
    ToolbeltCalls calls;
    std::string client; // as `initialize` has named it
    pid_t parent = getppid();
    bool has_input = false;
    bool is_at_end = false; // of the input
    Clock::time_point end_of_input = {};
};

}
