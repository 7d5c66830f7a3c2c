#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace toolkit::mcp {

// A tool as tools/list shows it, from its entry of a manifest: name, description, the schemas of
// its arguments and, if it is declared, of its answers (R3), and all four hints (A1, A3, A4). A
// root of the schema without "type" becomes an object's; keywords that combine schemas at the root
// are left out, since servers of models refuse them. Throws BAD_REQUEST if the root has another
// type.
Json listed_tool(const Json& entry);

}
