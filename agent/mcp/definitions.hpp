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

// The longest name that interfaces of models accept.
inline constexpr std::size_t max_tool_name = 64;

// The names by which a model calls `tools` of a server, in their order (C22). `tools` are all
// different; `taken` are names of others, such as those of the manifest. Each name is SERVER__TOOL
// with `_` for each character that is not one of A-Za-z0-9_-. One that is longer than
// max_tool_name, is taken, is equal to another one or could be that of another server (since an
// underscore precedes or follows the two) is cut and ends with `_` and 8 digits of the SHA-256 of
// both names. So a name depends neither on other servers nor on their order. It is empty if even
// then the name is taken.
std::vector<std::string> names_for_model(const std::string& server,
    const std::vector<std::string>& tools, const std::set<std::string>& taken);

// Of a server, and of its list those that come first.
inline constexpr std::size_t max_server_tools = 512;

inline constexpr std::size_t max_own_name = 1'000; // bytes

// Is a definition larger than max_definition?
bool is_too_large(const Json& definition);

// A tool of a server as a model is told of it.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerTool : calls::OfferedTool {
    std::string own_name; // as the server calls it: of any characters
    ServerEntry::Load load = ServerEntry::Load::automatic;
    std::string title; // without hidden characters; may be empty
    std::string definition_sha256; // as it is pinned
    Json annotations; // the server's hints, as they came: shown, and decide nothing (C21)
    std::string unchecked; // why checked_schema is null; may quote the server
    bool declares_output = false; // has an outputSchema
    std::shared_ptr<const json::Schema> output_schema; // null: none, or it can't be checked here
    std::vector<toolkit::mcp::HeaderParameter> mirrored; // over HTTP
};

// A tool that is not offered although the operator has not left it out.
struct LostTool {
    std::string name; // the server's, without hidden characters and cut; or "tool 3", by its place
    std::string why; // "its schema nests deeper than 32"
};

struct Definitions {
    std::vector<ServerTool> tools; // in the order of the list
    std::vector<LostTool> lost;
};

// The tools that an entry offers of a list as its server has sent it, all of which is untrusted:
// C14, C20 to C24. `list` has the tools of all pages. Names that are `taken` stay with their tools.
// Throws BAD_REQUEST if it is no list.
Definitions definitions_of(
    const Json& list, const ServerEntry& entry, const std::set<std::string>& taken);

// The instructions of a server as a model may be told them: without hidden characters, at most
// 8 KiB, and with the server's name before them.
std::string instructions_for_model(const std::string& server, const std::string& instructions);

}
