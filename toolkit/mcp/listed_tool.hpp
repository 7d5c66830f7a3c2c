#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace toolkit::mcp {

// A tool as tools/list shows it, from its entry of a manifest: name, description, the schemas of
// its arguments and, if it is declared, of its answers (R3), and all four hints (A1, A3, A4). A
// root of the schema without "type" becomes an object's; keywords that combine schemas at the root
// are left out, since servers of models refuse them. Throws BAD_REQUEST if the root has another
// type.
Json listed_tool(const Json& entry);

// Leaves out the keywords at the root of the schema of a tool that servers of models refuse there:
// one such tool fails a whole request.
void leave_out_combining(Json& schema);

}
