#include "agent/channel/host_tool_check.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <set>

namespace agent::channel {

using namespace toolkit;

static std::shared_ptr<const json::Schema> checked_schema(
    const HostTool& tool, json::PatternCompiler compile)
{
    if (tool.name.find("__") != std::string::npos)
        throw ToolError(Code::bad_request,
            "the host tool " + text::in_quotes(tool.name) + " has '__' in its name",
            "such names belong to tools of servers");
    if (tool.checks_arguments)
        return nullptr;
    try {
        return std::make_shared<const json::Schema>(tool.schema.json(), compile);
    } catch (const ToolError& error) {
        throw ToolError(error.code,
            "the schema of the host tool " + text::in_quotes(tool.name) + ": " + error.message,
            error.hint);
    }
}

std::vector<std::shared_ptr<const json::Schema>> checked_schemas(
    const std::vector<HostTool>& tools, json::PatternCompiler compile)
{
    std::vector<std::shared_ptr<const json::Schema>> schemas;
    schemas.reserve(tools.size());
    std::set<std::string> names;
    for (const auto& tool : tools) {
        schemas.push_back(checked_schema(tool, compile));
        if (!names.insert(tool.name).second)
            throw ToolError(
                Code::bad_request, "two host tools are named " + text::in_quotes(tool.name));
    }
    return schemas;
}

json::PatternMatch left_uncompiled(const std::string& pattern)
{
    return [pattern](const std::string&) -> bool {
        throw ToolError(
            Code::unsupported, "the pattern " + text::in_quotes(pattern) + " was not compiled");
    };
}

}
