#pragma once

#include "agent/calls/offered_tool.hpp"
#include "agent/mcp/tool_ranking.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Maximum number of definitions, of all servers together, that are sent to the model. If there are
// more, the two tools of a ToolSearch replace them.
inline constexpr std::size_t max_listed_tools = 40;
inline constexpr std::size_t max_listed_bytes = 30'000; // total size of these definitions as JSON

inline constexpr const char* find_tools_name = "mcp_find_tools";
inline constexpr const char* call_tool_name = "mcp_call_tool";

// Returns the number of bytes that a definition takes in a request.
std::size_t listed_bytes(const calls::OfferedTool& tool);

// Two tools with which the model finds and calls tools of servers whose definitions are not in the
// requests, so that all requests of a conversation begin with the same bytes. mcp_find_tools
// {query, names, server, limit} is answered by answer_to(); prepared_call() turns mcp_call_tool
// {tool, arguments} into a call of that tool. All tools passed in must outlive this object.
class ToolSearch {
public:
    // Decides which tools stay listed, from the tools known at the beginning of a session: those of
    // entries with "load": "always", and those of entries without `load` unless they exceed the
    // limits above. A later call can only remove tools from the list. With `is_wanted`, the two
    // tools are offered even if there is nothing to find yet.
    void begin(const std::vector<const ServerTool*>& all, bool is_wanted);

    // Returns the two tools, or an empty list if all tools are listed. The pointers stay valid for
    // the lifetime of this object.
    std::vector<const calls::OfferedTool*> own_tools() const;
    // True if the tool is a current or former version of mcp_find_tools of this object.
    bool is_find_tool(const calls::OfferedTool& tool) const;

    using Tools = std::vector<const ServerTool*>;
    // Return the tools in `all` whose definitions are in the requests, and the others, which the
    // two tools find and call.
    Tools listed(Tools all) const;
    Tools unlisted(Tools all) const;

    // Records a call of an unlisted tool, for list_used(). Ignores listed tools.
    void note_call(const ServerTool& tool);

    // Adds the unlisted tools that were called to the list, at most the last 10 and 8 KB, and
    // updates the description of mcp_find_tools. For use when the beginning of the requests has
    // changed anyway.
    void list_used(const Tools& all);

    // Returns the answer to a call of mcp_find_tools, whose `arguments` must conform to the schema:
    // {"tools": [{name, description, inputSchema}, …]}, best first, at most `limit` (default 5, or
    // 20 with names) and 16 KB, but always the first. Other matches are in "more" by name and first
    // sentence, at most 4 KB; "leftOut" is the number of the rest. With neither a query nor names,
    // "tools" is empty. Throws NOT_FOUND if nothing matches.
    Json answer_to(const Json& arguments, const Tools& all);

private:
    bool is_searched(const ServerTool& tool) const;
    void describe(const Tools& all);
    Tools matches(const Json& arguments) const;

    bool searches_automatic = false; // applies to entries without `load`
    // Versions of mcp_find_tools; the last is offered.
    std::vector<std::unique_ptr<calls::OfferedTool>> finding;
    std::unique_ptr<calls::OfferedTool> calling;
    Tools used; // unlisted tools that were called, most recent last
    std::set<const ServerTool*> listed_again;
    std::optional<ToolRanking> ranking; // ranking of the tools of the last search
};

}
