#pragma once

#include "toolkit/json/json.hpp"

namespace frontends::acp {

using namespace toolkit;

// The `mcpServers` of an editor, a list, as the object that files have (docs/mcp.md): of each entry
// what is known of the protocol and nothing else, so that none can loosen its sandbox. Letters that
// a name can't have become '_'. Throws BAD_REQUEST naming the entry that is wrong, or a name that
// two have.
Json servers_of_editor(const Json& list);

}
