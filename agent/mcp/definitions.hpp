#pragma once

#include "agent/calls/offered_tool.hpp"
#include "agent/mcp/http_head.hpp"
#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Maximum length of a tool name that model APIs accept.
inline constexpr std::size_t max_tool_name = 64;

// Returns the names that the model uses for `tools` of a server, in the same order. `tools` are the
// server's names, without duplicates; `taken` are the names of other tools, such as those of the
// manifest.
//
// A name is SERVER__TOOL, with `_` for each character other than A-Za-z0-9_-. It is cut and ends
// with `_` and 8 digits of the SHA-256 of both names if it is longer than max_tool_name, is taken,
// is not unique, or is ambiguous because an underscore precedes or follows the separator. A name
// therefore does not depend on other servers or their order. It is empty if even the shortened name
// is taken.
std::vector<std::string> names_for_model(const std::string& server,
    const std::vector<std::string>& tools, const std::set<std::string>& taken);

// Maximum number of tools of one server. Later entries of its list are ignored.
inline constexpr std::size_t max_server_tools = 512;

inline constexpr std::size_t max_own_name = 1'000; // bytes

// True if the definition is larger than max_definition.
bool is_too_large(const Json& definition);

// A tool of a server as it is offered to the model.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerTool : calls::OfferedTool {
    std::string own_name; // the server's name for the tool; any characters
    ServerEntry::Load load = ServerEntry::Load::automatic;
    std::string title; // without hidden characters; may be empty
    std::string definition_sha256; // hash of the pinned definition
    Json annotations; // hints of the server; shown only, never trusted
    std::string unchecked; // why checked_schema is null; may quote the server
    bool declares_output = false; // has an outputSchema
    std::shared_ptr<const json::Schema> output_schema; // null if missing or not supported
    // Parameters sent as HTTP header fields as well.
    std::vector<toolkit::mcp::HeaderParameter> mirrored;
};

// A tool that is not offered although the operator did not exclude it.
struct LostTool {
    std::string name; // the server's name without hidden characters, cut; or "tool 3"
    std::string why; // "its schema nests deeper than 32"
};

struct Definitions {
    std::vector<ServerTool> tools; // in the order of the list
    std::vector<LostTool> lost;
};

// Returns the tools of a server's list that its entry allows. `list` has the tools of all pages as
// the server sent them, all of which is untrusted: tools with invalid names, schemas or sizes are
// reported in `lost`. Names in `taken` are not given to these tools. Throws BAD_REQUEST if `list`
// is not an array.
Definitions definitions_of(
    const Json& list, const ServerEntry& entry, const std::set<std::string>& taken);

// Returns the instructions of a server for the model: without hidden characters, at most 8 KiB,
// after a line that names the server.
std::string instructions_for_model(const std::string& server, const std::string& instructions);

}
