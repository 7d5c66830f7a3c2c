#include "toolkit/mcp/listed_tool.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdint>

namespace toolkit::mcp {

namespace {

Json input_schema(const Json& entry)
{
    Json schema = entry.value("schema", Json::object());
    if (schema.value("type", "object") != "object")
        throw ToolError(Code::bad_request,
            "the schema of " + text::in_quotes(entry.at("name").get<std::string>())
                + " is not that of an object");
    schema["type"] = "object";
    leave_out_combining(schema);
    return schema;
}

bool reaches_out(const Json& effects)
{
    return effects.value("network", "off") != "off" || effects.value("unixSockets", false);
}

Json hints(bool reads_only, bool destroys, bool repeats, bool reaches)
{
    return {{"readOnlyHint", reads_only}, {"destructiveHint", destroys},
        {"idempotentHint", repeats}, {"openWorldHint", reaches}};
}

// The table of A1: a tool that says nothing of itself may do anything.
Json annotations(const Json& entry)
{
    const auto found = entry.find("effects");
    if (found == entry.end())
        return hints(false, true, false, true);
    const Json& effects = *found;
    if (effects.value("programs", false))
        return hints(false,
            effects.value("policy", "") != "read-only" || effects.value("writesOutside", false),
            false, reaches_out(effects));
    if (effects.value("workspace", "none") != "write")
        return hints(true, false, true, false);
    return hints(
        false, !effects.value("additive", false), effects.value("repeatable", false), false);
}

}

void leave_out_combining(Json& schema)
{
    for (const char* combining : {"oneOf", "anyOf", "allOf", "not", "enum", "if", "then", "else"})
        schema.erase(combining);
}

Json listed_tool(const Json& entry)
{
    Json tool {{"name", entry.at("name")}};
    if (const auto description = entry.find("description"); description != entry.end())
        tool["description"] = *description;
    tool["inputSchema"] = input_schema(entry);
    if (const auto answer = entry.find("answerSchema"); answer != entry.end())
        tool["outputSchema"] = *answer;
    tool["annotations"] = annotations(entry);
    return tool;
}

}
