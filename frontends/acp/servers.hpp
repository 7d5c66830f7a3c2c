#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::acp {

using namespace toolkit;

// Returns the path with links resolved; empty if it does not exist.
std::string real_path(const std::string& path);

// Returns the `cwd` of a session with links resolved. Throws BAD_REQUEST if it is not a directory,
// or is /, the home directory or a directory above that: an editor without an open project must not
// grant access to all of them.
std::string workspace_of(const std::string& cwd);

// Converts the `mcpServers` of an editor, a list, to the object that config files have
// (docs/mcp.md). Copies only the fields of the protocol, so that an entry cannot loosen its
// sandbox. Characters that are not allowed in a name become '_'. Throws BAD_REQUEST naming an
// invalid entry, or a name that occurs twice.
Json servers_of_editor(const Json& list);

}
