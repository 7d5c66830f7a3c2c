#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::acp {

using namespace toolkit;

// Without links; empty if there is no such path.
std::string real_path(const std::string& path);

// The `cwd` of a session, without links. Throws BAD_REQUEST if it is not a directory, or is /, the
// home directory or above it: an editor that has no project open must not hand over more than one.
std::string workspace_of(const std::string& cwd);

// The `mcpServers` of an editor, a list, as the object that files have (docs/mcp.md): of each entry
// what is known of the protocol and nothing else, so that none can loosen its sandbox. Letters that
// a name can't have become '_'. Throws BAD_REQUEST naming the entry that is wrong, or a name that
// two have.
Json servers_of_editor(const Json& list);

}
