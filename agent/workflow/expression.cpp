#include "agent/workflow/expression.hpp"

#include "toolkit/text/text.hpp"

#include <utility>

namespace agent::workflow {

using agent::liquid::TemplateError;

static Problem problem_at(const YamlNode& scalar, const TemplateError& error)
{
    Problem problem(scalar.place_of(error.offset), error.message, error.hint);
    problem.code = error.code;
    return problem;
}

static bool has_braces(const YamlNode& scalar, Problems& problems)
{
    const auto mark = std::min(scalar.text.find("{{"), scalar.text.find("{%"));
    if (mark == std::string::npos)
        return false;
    problems.emplace_back(scalar.place_of(mark), "an expression has no braces",
        "write it without {{ }}, such as: params.push");
    return true;
}

// Parses an expression and checks its references. Returns nullopt if it cannot be parsed; adds
// errors to `problems`.
template<class Parsed>
static std::optional<Parsed> parsed_expression(
    const YamlNode& scalar, const Names& names, Problems& problems)
{
    if (has_braces(scalar, problems))
        return std::nullopt;
    try {
        Parsed parsed(scalar.text);
        const auto wrong = wrong_references(parsed.references(), names, Secrets::refused);
        for (const auto& error : wrong)
            problems.push_back(problem_at(scalar, error));
        return parsed;
    } catch (const TemplateError& error) {
        problems.push_back(problem_at(scalar, error));
        return std::nullopt;
    }
}

static std::optional<ParameterType> type_of_parameter(std::string_view source, const Names& names)
{
    const auto name = text::stripped(source);
    if (!name.starts_with("params."))
        return std::nullopt;
    const auto found = names.parameters.find(name.substr(7));
    return found == names.parameters.end() ? std::nullopt : std::optional(found->second);
}

ConditionField::ConditionField(const YamlNode& scalar, const Names& names, Problems& problems)
    : scalar(scalar)
{
    if (scalar.scalar.is_boolean())
        return;
    if (!scalar.scalar.is_string()) {
        problems.emplace_back(
            scalar.place, "a condition is true, false or an expression", "such as: params.push");
        return;
    }
    predicate = parsed_expression<agent::liquid::Predicate>(scalar, names, problems);
    const auto type = type_of_parameter(scalar.text, names);
    if (type && *type != ParameterType::boolean) {
        const std::string source(text::stripped(scalar.text));
        problems.emplace_back(scalar.place, text::in_quotes(source) + " is neither true nor false",
            "compare it, such as: " + source + " != " + "blank");
    }
}

bool ConditionField::holds(const Data& data) const
{
    if (!predicate)
        return scalar.scalar.is_boolean() && scalar.scalar.get<bool>();
    try {
        return predicate->holds(data.roots, settings_for(data));
    } catch (const TemplateError& error) {
        throw problem_at(scalar, error);
    }
}

static bool is_time(const Json& value) { return value.is_number() && value.get<double>() > 0; }

SecondsField::SecondsField(const YamlNode& scalar, const Names& names, Problems& problems)
    : scalar(scalar)
{
    if (scalar.scalar.is_string())
        formula = parsed_expression<agent::liquid::Formula>(scalar, names, problems);
    else if (!is_time(scalar.scalar))
        problems.emplace_back(scalar.place, "a time is a number of seconds above 0");
    const auto type = type_of_parameter(scalar.text, names);
    if (type && *type != ParameterType::integer && *type != ParameterType::number)
        problems.emplace_back(scalar.place,
            text::in_quotes(text::stripped(scalar.text)) + " is not a number",
            "give the parameter the type int or float");
}

double SecondsField::seconds(const Data& data) const
{
    try {
        const Json value = formula ? formula->value(data.roots, settings_for(data)) : scalar.scalar;
        if (!is_time(value))
            throw Problem(scalar.place,
                "the expression gives no number of seconds above 0, but "
                    + (value.is_number() ? value.dump()
                                         : std::string(agent::liquid::kind_of(value))));
        return value.get<double>();
    } catch (const TemplateError& error) {
        throw problem_at(scalar, error);
    }
}

}
