#pragma once

#include "toolkit/mcp/envelope.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/tool/command_line.hpp"
#include "toolkit/tool/contract.hpp"

#include <string>
#include <string_view>

namespace toolkit::tool {

// What a tool answers as an MCP server with itself as the only tool. It is made once, before the
// sandbox is entered, and used in the process of each call.
class McpAnswerer {
public:
    McpAnswerer(const Contract& contract, const CommandLine& command_line);

    // The line that answers a request of the tool's client. Throws nothing.
    std::string answer(std::string_view line, const Workspace& workspace) const;

    // The result of a call that gave none, such as a call that took too long, as a line. `signal`
    // has ended its process; 0: none has.
    std::string failed(
        std::string_view id, mcp::Era era, const ToolError& error, int signal = 0) const;

    const std::string& name() const { return introduction.name; }

    // May calls run beside each other? Those that change files run one after another.
    bool changes_files() const { return changes; }

private:
    Json answer_limits() const;
    Json result_of(Json& params, mcp::Era era, const Workspace& workspace) const;

    const Contract& contract;
    mcp::Introduction introduction;
    Json tools; // the list: one
    std::size_t max_result_bytes;
    bool is_plain; // Serving::calls
    std::int64_t max_undo_bytes;
    bool changes;
};

}
