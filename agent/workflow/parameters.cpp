#include "agent/workflow/parameters.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace agent::workflow {

using namespace agent;

static bool is_parameter_name(std::string_view name)
{
    return !name.empty() && name.size() <= 40 && name[0] >= 'a' && name[0] <= 'z'
        && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_")
        == std::string_view::npos;
}

static bool is_proxy_variable(std::string_view name)
{
    static constexpr std::array<std::string_view, 4> names {
        "http_proxy", "https_proxy", "all_proxy", "no_proxy"};
    return text::contains(names, name);
}

// Returns the reason why a value does not fit the parameter; empty if it fits.
static std::string complaint_about(const Parameter& parameter, const Json& value)
{
    const std::string& type = parameter.type;
    const bool fits = type == "bool" ? value.is_boolean()
        : type == "int"              ? value.is_number_integer()
        : type == "float"            ? value.is_number()
        : type == "list"             ? value.is_array()
        : type == "object"           ? value.is_object()
                                     : value.is_string();
    if (!fits)
        return "it is not of type " + type;
    if (type == "enum" && !text::contains(parameter.choices, value.get<std::string>())) {
        std::string names;
        for (const auto& choice : parameter.choices)
            names += (names.empty() ? "" : ", ") + choice;
        return "it is none of " + names;
    }
    if (type == "string" && !parameter.pattern.empty()
        && !calls::compiled_by_re2("^(?:" + parameter.pattern + ")$")(value.get<std::string>()))
        return "it does not match " + text::in_quotes(parameter.pattern);
    if (value.is_number() && parameter.min && value.get<double>() < *parameter.min)
        return "it is less than " + Json(*parameter.min).dump();
    if (value.is_number() && parameter.max && value.get<double>() > *parameter.max)
        return "it is more than " + Json(*parameter.max).dump();
    return {};
}

static void check_own_fields(const Parameter& parameter, const Block& block, Problems& problems)
{
    const auto only_for = [&](const char* field, bool is_right, const char* types) {
        if (const Field* given = block.find(field); given != nullptr && !is_right)
            add(problems, given->place,
                text::in_quotes(field) + " is of parameters of type " + types);
    };
    const std::string& type = parameter.type;
    only_for("choices", type == "enum", "enum");
    only_for("pattern", type == "string", "string");
    only_for("min", type == "int" || type == "float", "int or float");
    only_for("max", type == "int" || type == "float", "int or float");
    if (type == "enum" && parameter.choices.empty())
        add(problems, parameter.place, "an enum needs 'choices'", "such as choices: [low, high]");
    if (parameter.min && parameter.max && *parameter.min > *parameter.max)
        add(problems, block.find("min")->place, "'min' is more than 'max'");
}

static void read_default(Parameter& parameter, const Block& block, Problems& problems)
{
    const Field* field = block.find("default");
    if (field == nullptr)
        return;
    Json value = field->node->json();
    if (parameter.type == "enum" && value.is_primitive() && !value.is_null())
        value = field->node->text;
    const std::string complaint = complaint_about(parameter, value);
    if (!complaint.empty())
        add(problems, field->node->place, "'default' does not fit the parameter: " + complaint,
            parameter.type == "string" && value.is_primitive() ? "put it in quotes" : "");
    else
        parameter.preset = std::move(value);
    if (parameter.is_required)
        add(problems, field->place, "a parameter that is required needs no default");
}

static bool has_good_pattern(const Block& block, Problems& problems)
try {
    calls::compiled_by_re2(block.text("pattern"));
    return true;
} catch (const ToolError& error) {
    add(problems, block.find("pattern")->node->place, error.message, error.hint);
    return false;
}

static Parameter parameter_of(
    const std::string& name, Place place, const Block& block, Problems& problems)
{
    Parameter parameter {.name = name, .place = place};
    parameter.type = block.text("type", "string");
    parameter.is_required = block.is_set("required", block.find("default") == nullptr);
    parameter.choices = block.texts("choices");
    if (has_good_pattern(block, problems))
        parameter.pattern = block.text("pattern");
    if (block.find("min") != nullptr)
        parameter.min = block.number("min", 0);
    if (block.find("max") != nullptr)
        parameter.max = block.number("max", 0);
    parameter.help = block.text("help");
    check_own_fields(parameter, block, problems);
    read_default(parameter, block, problems);
    return parameter;
}

std::vector<Parameter> read_parameters(const Field& field, Problems& problems)
{
    std::vector<Parameter> parameters;
    const YamlNode& node = *field.node;
    for (std::size_t i = 0; i < field.blocks.size(); ++i) {
        const std::string& name = node.keys[i];
        if (!is_parameter_name(name))
            add(problems, node.key_places[i],
                text::in_quotes(name) + " is not a name of a parameter",
                "a letter of a-z, then a-z, 0-9 and _, at most 40");
        if (is_proxy_variable(name))
            add(problems, node.key_places[i],
                text::in_quotes(name) + " cannot be a parameter: it would steer connections",
                "choose another name");
        parameters.push_back(parameter_of(name, node.key_places[i], field.blocks[i], problems));
    }
    if (parameters.size() > max_parameters)
        add(problems, node.key_places[max_parameters], "there are more than 100 parameters");
    return parameters;
}

const Parameter* parameter_named(const std::vector<Parameter>& parameters, std::string_view name)
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [&](const Parameter& parameter) { return parameter.name == name; });
    return found == parameters.end() ? nullptr : &*found;
}

std::vector<std::string> names_of(const std::vector<Parameter>& parameters)
{
    std::vector<std::string> names;
    names.reserve(parameters.size());
    for (const auto& parameter : parameters)
        names.push_back(parameter.name);
    return names;
}

// Converts the text of a flag to the parameter's type; null if it cannot be converted.
static Json json_of_text(const std::string& type, const std::string& value)
{
    if (type == "bool")
        return value == "true" || value == "1" ? Json(true)
            : value == "false" || value == "0" ? Json(false)
                                               : Json();
    if (type == "string" || type == "enum")
        return value;
    try {
        return json::parse_bounded(value, json::RepeatedNames::refused);
    } catch (const ToolError&) {
        return {};
    }
}

static std::string line_about(const GivenParameter& given, const std::string& complaint)
{
    return text::in_quotes(given.source) + ": " + complaint;
}

namespace {

class Values {
public:
    explicit Values(const std::vector<Parameter>& parameters)
        : parameters(parameters)
    {
    }

    void take(const GivenParameter& given);
    Json finished();

private:
    void complain(const std::string& complaint)
    {
        complaints += (complaints.empty() ? "" : "; ") + complaint;
    }

    const std::vector<Parameter>& parameters;
    Json values = Json::object();
    std::string complaints;
};

void Values::take(const GivenParameter& given)
{
    const Parameter* parameter = parameter_named(parameters, given.name);
    if (parameter == nullptr) {
        const std::string hint = text::did_you_mean(given.name, names_of(parameters));
        return complain(line_about(
            given, "there is no such parameter" + (hint.empty() ? "" : " (" + hint + ")")));
    }
    Json value = given.is_text ? json_of_text(parameter->type, given.value) : given.value;
    const std::string complaint = complaint_about(*parameter, value);
    if (!complaint.empty())
        return complain(line_about(given, complaint));
    values[given.name] = std::move(value);
}

Json Values::finished()
{
    for (const auto& parameter : parameters) {
        if (values.contains(parameter.name))
            continue;
        if (parameter.preset)
            values[parameter.name] = *parameter.preset;
        else if (parameter.is_required)
            complain(text::in_quotes(parameter.name) + " is missing"
                + (parameter.help.empty() ? "" : " (" + parameter.help + ")"));
        else
            values[parameter.name] = nullptr;
    }
    if (!complaints.empty())
        throw ToolError(Code::bad_request, "the parameters do not fit: " + complaints,
            "'agentcli workflow list' prints the parameters");
    return values;
}

}

Json parameter_values(
    const std::vector<Parameter>& parameters, const std::vector<GivenParameter>& given)
{
    Values values(parameters);
    for (const auto& one : given)
        values.take(one);
    return values.finished();
}

std::string variable_text(const Json& value)
{
    if (value.is_boolean())
        return value.get<bool>() ? "1" : "0";
    if (value.is_null())
        return {};
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}
