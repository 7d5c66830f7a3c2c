#pragma once

#include "toolkit/mcp/envelope.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/tool/command_line.hpp"
#include "toolkit/tool/contract.hpp"

#include <string>
#include <string_view>

namespace toolkit::tool {

// Answers requests of an MCP client for a server whose only tool is this one. Created once, before
// the sandbox is entered, and used in the process of each call.
class McpAnswerer {
public:
    McpAnswerer(const Contract& contract, const CommandLine& command_line);

    // Returns the line that responds to a line of the client. Never throws.
    std::string answer(std::string_view line, const Workspace& workspace) const;

    // Returns the line for a call that yielded no result, for example because it took too long.
    // `signal` is the signal that has ended its process, or 0.
    std::string failed(
        std::string_view id, mcp::Era era, const ToolError& error, int signal = 0) const;

    const std::string& name() const { return introduction.name; }

    // Returns true if the tool changes files, so that its calls must not run in parallel.
    bool changes_files() const { return changes; }

private:
    Json answer_limits() const;
    Json result_of(Json& params, mcp::Era era, const Workspace& workspace) const;

    const Contract& contract;
    mcp::ServerInfo introduction;
    Json tools; // a list of one
    std::size_t max_result_bytes;
    bool is_plain; // serves agentcli: Serving::calls
    std::int64_t max_undo_bytes;
    bool changes;
};

}
