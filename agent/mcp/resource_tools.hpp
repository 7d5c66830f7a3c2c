#pragma once

#include "agent/calls/offered_tool.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// The two tools by which a model gets at the resources of servers (C28).

// Lists the resources of a server, a page at a time; or reads one of them.
enum class ResourceTool { list, read };

// `servers` are the names of those that have resources.
calls::OfferedTool resource_tool(ResourceTool which, const std::vector<std::string>& servers);

// The request that a call of it is: its method, and the parameters. `arguments` fit the schema.
std::string method_of(ResourceTool which, const Json& arguments);
Json params_of(ResourceTool which, const Json& arguments);

// A page of resources/list or resources/templates/list as a model is told of it: an object with
// "resources" and, if there are more, "nextCursor". Nothing else of it is passed on. Throws
// INTERNAL if it is no such page.
Json told_page(const Json& result);

}
