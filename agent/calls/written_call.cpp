#include "agent/calls/written_calls.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

namespace agent::calls {

using namespace toolkit;

static Json typed(const std::string& value, const Json& schema)
{
    const Json& type = json::member(schema, "type");
    if (type == "string")
        return value;
    try {
        Json json = json::parse_bounded(value);
        if (type.is_null() && !json.is_structured())
            return value; // nobody says that it is anything else
        return json;
    } catch (const ToolError&) {
        if (value == "True" || value == "False") // Python's
            return value == "True";
        return value;
    }
}

std::string arguments_of(const WrittenCall& call, const Json& schema)
{
    if (!call.arguments.empty())
        return call.arguments;
    const Json& properties = json::member(schema, "properties");
    Json arguments = Json::object();
    for (const auto& [name, value] : call.parameters)
        arguments[name] = typed(value, json::member(properties, name.c_str()));
    return arguments.dump();
}

}
