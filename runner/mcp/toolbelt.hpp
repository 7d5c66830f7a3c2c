#pragma once

#include "runner/mcp/toolbelt_calls.hpp"
#include "toolkit/mcp/envelope.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace runner::mcp {

using namespace agent;
using namespace toolkit;

// Why a server has ended, for the audit, and its exit status.
struct ServerEnd {
    std::string reason;
    int status;
    std::optional<ToolError> error = {};
};

// The tools of a manifest as an MCP server, whatever its messages come by: a front reads them and
// writes the replies. Nothing here waits.
class Toolbelt {
public:
    struct Limits {
        std::size_t request_bytes; // of a message
        std::int64_t calls; // in all; 0: none
    };
    using Deliver = ToolbeltCalls::Deliver;

    // Throws BAD_REQUEST if a tool can't be listed. `deliver` hears of each reply, at once or
    // later.
    Toolbelt(calls::ManifestSource& source, const calls::Supervision& by, AnswerForm form,
        Limits limits);
    Toolbelt(const Toolbelt&) = delete;
    Toolbelt& operator=(const Toolbelt&) = delete;

    void deliver_to(Deliver front) { deliver = std::move(front); }

    // What else a front demands of a request: throws toolkit::mcp::Malformed.
    using Check = std::function<void(const Json& params)>;

    // A request, whose text is `text`. It is answered once, unless it is cancelled; `initialize`
    // names the client of the sender. Throws what is to end the server.
    void take(const toolkit::mcp::Envelope& envelope, const std::string& text, Sender& sender,
        const Check& check = {});

    ToolbeltCalls& calls() { return under_way; }
    const Limits& limits() const { return most; }

private:
    void take_params(
        const toolkit::mcp::Envelope& envelope, Json& params, std::size_t bytes, Sender& sender);
    void begin_call(const toolkit::mcp::Envelope& envelope, Json& params, std::size_t bytes,
        const Sender& sender);

    calls::ManifestSource& source;
    AnswerForm form;
    Limits most;
    Json list; // of the tools
    Deliver deliver;
    ToolbeltCalls under_way;
};

}
