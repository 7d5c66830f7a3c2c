#include "frontends/workflow/known_arguments.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace frontends::workflow {

namespace {

// Compares the arguments that a file names with the schema of a tool.
class ArgumentCheck {
public:
    ArgumentCheck(const calls::OfferedTool& tool, Problems& problems)
        : tool(tool)
        , schema(tool.schema)
        , properties(json::member(schema, "properties"))
        , problems(problems)
    {
    }

    void check(const YamlNode& node, const ValueTemplate& values);
    void check_required(Place place);

private:
    std::string property_named(const std::string& name) const;
    void check_name(const std::string& name, Place place);
    void check_value(const std::string& name, const Json& value, Place place);

    const calls::OfferedTool& tool;
    const Json& schema;
    const Json& properties;
    Problems& problems;
    std::vector<std::string> given; // as the schema names them
};

}

// Returns the name in the schema; the name as it is if the schema does not have it.
std::string ArgumentCheck::property_named(const std::string& name) const
{
    if (const auto alias = tool.aliases.find(name); alias != tool.aliases.end())
        return alias->second;
    if (!tool.checks_arguments || properties.contains(name))
        return name;
    for (const auto& [known, property] : properties.items())
        if (text::is_same_name(known, name))
            return known;
    return name;
}

void ArgumentCheck::check_name(const std::string& name, Place place)
{
    if (tool.checks_arguments || properties.contains(name)
        || json::member(schema, "additionalProperties") != false
        || schema.contains("patternProperties"))
        return;
    std::vector<std::string> names;
    for (const auto& [known, property] : properties.items())
        names.push_back(known);
    add(problems, place,
        "the tool " + text::in_quotes(tool.name) + " has no argument " + text::in_quotes(name),
        text::did_you_mean(name, names));
}

// True for a value of a kind that no tool reads as one of this type.
static bool is_of_other_kind(const Json& value, const Json& type)
{
    return value.is_structured()
        && (type == "string" || type == "integer" || type == "number" || type == "boolean");
}

void ArgumentCheck::check_value(const std::string& name, const Json& value, Place place)
try {
    Json own = json::member(properties, name.c_str());
    const bool is_certain
        = !tool.checks_arguments || is_of_other_kind(value, json::member(own, "type"));
    if (!own.is_object() || !is_certain)
        return;
    for (const char* definitions : {"$defs", "definitions"})
        if (schema.contains(definitions))
            own[definitions] = schema.at(definitions);
    json::Schema(own, calls::compiled_by_re2).check(value);
} catch (const ToolError& error) {
    if (error.code == Code::bad_request)
        add(problems, place, text::in_quotes(name) + ": " + error.message, error.hint);
}

void ArgumentCheck::check(const YamlNode& node, const ValueTemplate& values)
{
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        const std::string name = property_named(node.keys[i]);
        given.push_back(name);
        check_name(name, node.key_places[i]);
        if (values.member(i).is_constant())
            check_value(name, values.member(i).known(), node.key_places[i]);
    }
}

void ArgumentCheck::check_required(Place place)
{
    const auto is_known = [&](const std::string& name) { return properties.contains(name); };
    if (tool.checks_arguments && !std::all_of(given.begin(), given.end(), is_known))
        return; // the tool may know another name of the argument
    for (const auto& name : json::member(schema, "required"))
        if (name.is_string() && !text::contains(given, name.get<std::string>()))
            add(problems, place,
                "the tool " + text::in_quotes(tool.name) + " needs the argument "
                    + text::in_quotes(name.get<std::string>()));
}

Problems wrong_arguments(
    const Field* args, const ValueTemplate* values, const calls::OfferedTool& tool, Place step)
{
    Problems problems;
    ArgumentCheck check(tool, problems);
    if (args != nullptr)
        check.check(*args->node, *values);
    check.check_required(args == nullptr ? step : args->place);
    if (!problems.empty() || tool.checks_arguments || tool.checked_schema == nullptr)
        return problems;
    try { // rules between arguments
        if (values == nullptr || values->is_constant())
            tool.checked_schema->check(values == nullptr ? Json::object() : values->known());
    } catch (const ToolError& error) {
        add(problems, args == nullptr ? step : args->place, error.message, error.hint);
    }
    return problems;
}

}
