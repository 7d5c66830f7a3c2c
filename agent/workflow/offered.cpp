#include "agent/workflow/offered.hpp"

#include "toolkit/text/text.hpp"

namespace agent::workflow {

Chosen choose_trusted(const std::string& name, Library& library)
{
    const Chosen chosen = library.choose(name, NamedBy::file);
    const std::string& path = chosen.file->file.path;
    const Problems problems = told_of(library.problems_of(*chosen.file));
    if (!problems.empty())
        throw ToolError(Code::bad_request, line_of(path, problems.front()),
            "'agentcli workflow check " + path + "' lists all problems");
    if (!chosen.file->file.is_trusted)
        throw ToolError(Code::permission_denied,
            "the workflow " + text::in_quotes(path) + " is not trusted",
            "'agentcli trust " + path + "' shows it and asks");
    return chosen;
}

static const char* type_in_schema(const std::string& type)
{
    return type == "bool"  ? "boolean"
        : type == "int"    ? "integer"
        : type == "float"  ? "number"
        : type == "list"   ? "array"
        : type == "object" ? "object"
                           : "string";
}

static Json schema_of(const Parameter& parameter)
{
    Json schema {{"type", type_in_schema(parameter.type)}};
    if (!parameter.choices.empty())
        schema["enum"] = parameter.choices;
    if (!parameter.pattern.empty())
        schema["pattern"] = "^(?:" + parameter.pattern + ")$";
    if (parameter.min)
        schema["minimum"] = *parameter.min;
    if (parameter.max)
        schema["maximum"] = *parameter.max;
    if (!parameter.help.empty())
        schema["description"] = parameter.help;
    if (parameter.preset)
        schema["default"] = *parameter.preset;
    return schema;
}

Json offered_workflow(const std::string& name)
{
    Library library;
    const Chosen chosen = choose_trusted(name, library);
    Json properties = Json::object();
    Json required = Json::array();
    for (const auto& parameter : chosen.workflow->parameters) {
        properties[parameter.name] = schema_of(parameter);
        if (parameter.is_required)
            required.push_back(parameter.name);
    }
    return {{"description", chosen.workflow->description()},
        {"parameters",
            {{"type", "object"}, {"properties", properties}, {"required", required},
                {"additionalProperties", false}}}};
}

}
