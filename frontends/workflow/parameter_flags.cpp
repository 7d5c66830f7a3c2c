#include "frontends/workflow/parameter_flags.hpp"
#include "frontends/workflow/workflow_options.hpp"

#include "runner/options/command_line.hpp"
#include "runner/options/option_table.hpp"
#include "runner/terminal/prompt.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/suggestion.hpp"

#include <algorithm>
#include <utility>

namespace frontends::workflow {

using namespace runner;

static constexpr std::size_t max_document = 16 << 20;

// Returns the name of the parameter for a flag.
static std::string name_in_flag(std::string_view flag)
{
    flag.remove_prefix(flag.starts_with("--") ? 2 : 1);
    std::string name(flag.substr(0, flag.find('=')));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

static ToolError unknown_parameter(
    const std::vector<Parameter>& parameters, const std::string& argument)
{
    std::vector<std::string> names = names_of(parameters);
    for (auto& name : names)
        std::replace(name.begin(), name.end(), '_', '-');
    std::string name = name_in_flag(argument);
    std::replace(name.begin(), name.end(), '_', '-');
    return {Code::bad_request,
        text::in_quotes(argument.substr(0, argument.find('=')))
            + " is neither a flag nor a parameter of the workflow",
        text::did_you_mean(name, names, "'agentcli workflow list' prints the parameters", "--")};
}

static std::vector<GivenParameter> given_by_flags(
    const std::vector<Parameter>& parameters, const std::vector<options::LooseArgument>& arguments)
{
    for (const auto& argument : arguments)
        if (!text::is_utf8(argument.text))
            throw ToolError(Code::bad_request, text::in_quotes(argument.text) + " is not UTF-8");
    std::vector<GivenParameter> given;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i].text;
        if (argument.size() < 2 || argument[0] != '-')
            throw ToolError(Code::bad_request, "unexpected argument " + text::in_quotes(argument),
                "parameters are given by --NAME VALUE");
        const std::string name = name_in_flag(argument);
        const Parameter* parameter = parameter_named(parameters, name);
        const Parameter* denied = name.starts_with("no_")
            ? parameter_named(parameters, std::string_view(name).substr(3))
            : nullptr;
        const auto equals = argument.find('=');
        if (parameter == nullptr && denied != nullptr && denied->type == "bool"
            && equals == std::string::npos)
            given.push_back({denied->name, Json(false), false, argument});
        else if (parameter == nullptr)
            throw unknown_parameter(parameters, argument);
        else if (equals != std::string::npos)
            given.push_back({name, argument.substr(equals + 1), true, argument.substr(0, equals)});
        else if (parameter->type == "bool")
            given.push_back({name, Json(true), false, argument});
        else if (i + 1 < arguments.size() && arguments[i + 1].follows)
            given.push_back({name, arguments[++i].text, true, argument});
        else
            throw ToolError(Code::bad_request, argument + " needs a value");
    }
    return given;
}

bool is_hidden_by_flag(const std::string& parameter)
{
    std::string name = parameter;
    std::replace(name.begin(), name.end(), '_', '-');
    const auto is_taken = [](const std::string& flag) {
        const options::Option* const option = options::find_option("run", flag);
        return option != nullptr && !options::gives_way_to_parameters(*option);
    };
    return is_taken(name) || is_taken(parameter);
}

static std::vector<GivenParameter> given_by_document(const std::string& path)
{
    const Json document
        = json::parse_json(system::read_named_file(path == "-" ? "/dev/stdin" : path,
                               "the parameters", max_document, system::LinksOut::refused),
            {.repeated = json::RepeatedNames::refused, .subject = "--params"});
    if (!document.is_object())
        throw ToolError(
            Code::bad_request, "--params is not a JSON object", "such as {\"amend\": true}");
    std::vector<GivenParameter> given;
    for (const auto& [name, value] : document.items())
        given.push_back({name, value, false, name});
    return given;
}

std::vector<GivenParameter> given_parameters(
    const std::vector<Parameter>& parameters, const options::Options& options)
{
    std::vector<GivenParameter> given;
    if (!options.own.of<WorkflowOptions>().parameters_file.empty())
        given = given_by_document(options.own.of<WorkflowOptions>().parameters_file);
    for (const auto& pair : options.own.of<WorkflowOptions>().parameters) {
        const auto equals = pair.find('=');
        if (equals == std::string::npos)
            throw ToolError(Code::bad_request, "--param " + text::in_quotes(pair) + " has no '='",
                "--param NAME=VALUE");
        given.push_back(
            {pair.substr(0, equals), pair.substr(equals + 1), true, pair.substr(0, equals)});
    }
    for (auto& flag : given_by_flags(parameters, options.loose_arguments))
        given.push_back(std::move(flag));
    return given;
}

}
