#include "frontends/acp/commands.hpp"

#include "agent/skills/filled_prompt.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::acp {

using namespace agent;

static constexpr std::string_view whitespace = " \t\r\n";

static bool is_usable(const Json& entry)
{
    return json::member(entry, "trusted") == true && !entry.contains("error");
}

bool Commands::is_known(const std::string& name) const
{
    return std::any_of(commands.begin(), commands.end(),
        [&](const Command& command) { return command.name == name; });
}

Commands::Commands(const Json& workflows, const Json& prompts)
{
    for (const auto& entry : workflows)
        if (const std::string name = json::string_member(entry, "name");
            is_usable(entry) && !is_known(name))
            commands.push_back({name, json::string_member(entry, "description"),
                json::member(entry, "parameters")});
    for (const auto& entry : prompts) {
        Command command {json::string_member(entry, "name"),
            json::string_member(entry, "description"), Json::array(),
            json::string_member(entry, "argumentHint"), json::string_member(entry, "text")};
        if (is_usable(entry) && !command.text.empty() && !is_known(command.name))
            commands.push_back(std::move(command));
    }
}

// Returns the hint for the parameters: "version=… [loud=…]".
static std::string hint_of(const Json& parameters)
{
    std::string hint;
    for (const auto& parameter : parameters) {
        const std::string value = json::string_member(parameter, "name") + "=…";
        hint += (hint.empty() ? "" : " ")
            + (json::member(parameter, "required") == true ? value : "[" + value + "]");
    }
    return hint;
}

Json Commands::update() const
{
    Json list = Json::array();
    for (const auto& command : commands) {
        Json one {{"name", command.name}, {"description", command.description}};
        const std::string hint = command.text.empty() ? hint_of(command.parameters) : command.hint;
        if (!hint.empty())
            one["input"] = {{"hint", hint}};
        list.push_back(std::move(one));
    }
    return {{"sessionUpdate", "available_commands_update"}, {"availableCommands", list}};
}

// Returns the next word, without its quotes.
static std::string take_word(std::string_view& text)
{
    std::string word;
    char quote = 0;
    std::size_t at = 0;
    for (; at < text.size() && (quote != 0 || whitespace.find(text[at]) == std::string::npos); ++at)
        if (text[at] == quote)
            quote = 0;
        else if (quote == 0 && (text[at] == '"' || text[at] == '\''))
            quote = text[at];
        else
            word += text[at];
    if (quote != 0)
        throw ToolError(Code::bad_request, "a quote is not closed", "NAME=\"a value\"");
    text.remove_prefix(std::min(text.find_first_not_of(whitespace, at), text.size()));
    return word;
}

// Converts a value. The worker reports a value of the wrong type.
static Json value_of(const Json& parameter, const std::string& text)
{
    const std::string type = json::string_member(parameter, "type");
    if (type == "string" || type == "enum")
        return text;
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        return text;
    }
}

static const Json* parameter_named(const Json& parameters, const std::string& name)
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [&](const Json& one) { return json::string_member(one, "name") == name; });
    return found == parameters.end() ? nullptr : &*found;
}

// Parses the words NAME=VALUE.
static Json named_values(const Json& parameters, std::string_view text)
{
    Json values = Json::object();
    while (!text.empty()) {
        const std::string word = take_word(text);
        const auto equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const Json* const parameter = parameter_named(parameters, name);
        std::vector<std::string> names;
        for (const auto& one : parameters)
            names.push_back(json::string_member(one, "name"));
        if (equals == std::string::npos || parameter == nullptr)
            throw ToolError(Code::bad_request,
                text::in_quotes(word) + " is not NAME=VALUE with a parameter",
                text::did_you_mean(name, names, "put a value with spaces into quotes"));
        values[name] = value_of(*parameter, word.substr(equals + 1));
    }
    return values;
}

static Json values_in(const Json& parameters, const std::string& text)
{
    if (text.empty())
        return Json::object();
    const auto equals = text.find('=');
    if (equals != std::string::npos && parameter_named(parameters, text.substr(0, equals)))
        return named_values(parameters, text);
    if (parameters.empty())
        throw ToolError(Code::bad_request, "the workflow has no parameters", "leave the text out");
    const auto required = std::find_if(parameters.begin(), parameters.end(),
        [](const Json& one) { return json::member(one, "required") == true; });
    const Json& first = required == parameters.end() ? parameters.front() : *required;
    return {{json::string_member(first, "name"), value_of(first, text)}};
}

std::optional<Commands::Called> Commands::called_by(const std::string& prompt) const
{
    if (!prompt.starts_with("/"))
        return std::nullopt;
    const std::size_t end = std::min(prompt.find_first_of(whitespace), prompt.size());
    const std::string name = prompt.substr(1, end - 1);
    const auto command = std::find_if(
        commands.begin(), commands.end(), [&](const Command& one) { return one.name == name; });
    if (command == commands.end())
        return std::nullopt;
    const std::string words(text::stripped(prompt.substr(end)));
    if (!command->text.empty())
        return Called {.said = skills::filled_prompt(command->text, words)};
    return Called {name, values_in(command->parameters, words)};
}

}
