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

// With more definitions than this, of all servers together, a model is given the two tools of a
// ToolSearch in place of them.
inline constexpr std::size_t max_listed_tools = 40;
inline constexpr std::size_t max_listed_bytes = 30'000; // as JSON

inline constexpr const char* find_tools_name = "mcp_find_tools";
inline constexpr const char* call_tool_name = "mcp_call_tool";

// Returns the bytes that a definition takes in a request.
std::size_t listed_bytes(const calls::OfferedTool& tool);

// Two tools by which a model finds and calls tools of servers whose definitions are in no request,
// so that all requests of a conversation begin with the same bytes. mcp_find_tools {query, names,
// server, limit} is answered here; prepared_call() turns mcp_call_tool {tool, arguments} into a
// call of that tool. All tools passed in must outlive it.
class ToolSearch {
public:
    // Decides, by the tools known at the beginning of a session, which ones stay listed: those of
    // entries with "load": "always", and those of entries without `load` unless they exceed the
    // limits above. Another call can only take more tools out of the list. With `is_wanted`, the
    // two tools are offered even if there is nothing to find yet.
    void begin(const std::vector<const ServerTool*>& all, bool is_wanted);

    // Returns the two tools, whose addresses stay valid; nothing if all tools are listed.
    std::vector<const calls::OfferedTool*> own_tools() const;
    bool is_find_tool(const calls::OfferedTool& tool) const;

    using Tools = std::vector<const ServerTool*>;
    Tools listed(Tools all) const;
    Tools unlisted(Tools all) const;

    void note_call(const ServerTool& tool);

    // Lists the unlisted tools that were called, the last 10 of them and at most 8 KB, and
    // describes mcp_find_tools anew: the beginning of the requests has changed anyway.
    void list_used(const Tools& all);

    // Returns the answer to a call of mcp_find_tools, whose `arguments` fit the schema: {"tools":
    // [{name, description, inputSchema}, …]}, best first, at most `limit` (5 by default, 20 with
    // names) and 16 KB, but always the first. Other matches are in "more" by name and first
    // sentence, at most 4 KB; "leftOut" is the number of the rest. With neither a query nor names,
    // "tools" is empty. Throws NOT_FOUND if nothing matches.
    Json answer_to(const Json& arguments, const Tools& all);

private:
    bool is_searched(const ServerTool& tool) const;
    void describe(const Tools& all);
    Tools matches(const Json& arguments) const;

    bool searches_automatic = false; // tools of entries that do not say
    std::vector<std::unique_ptr<calls::OfferedTool>> finding; // mcp_find_tools; the last is offered
    std::unique_ptr<calls::OfferedTool> calling;
    Tools used; // unlisted tools that were called, the last one last
    std::set<const ServerTool*> listed_again;
    std::optional<ToolRanking> ranking; // of the tools of the last search
};

}
