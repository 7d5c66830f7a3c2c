#include "frontends/mcp/file_prompts.hpp"

#include "agent/skills/filled_prompt.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

static constexpr std::size_t max_prompt_text = 64 << 10;
static constexpr std::int64_t ms_to_keep_prompts = 60'000;

static std::vector<skills::PromptArgument> arguments_of(const skills::PromptFile& file)
{
    return skills::prompt_arguments(file.body, file.argument_hint);
}

static Json listed_prompt(const skills::PromptFile& file)
{
    Json prompt {{"name", file.name}};
    if (!file.description.empty())
        prompt["description"] = file.description;
    for (const auto& argument : arguments_of(file))
        prompt["arguments"].push_back(
            {{"name", argument.name}, {"required", argument.is_required}});
    return prompt;
}

static Json list_of_prompts(const std::vector<skills::PromptFile>& files)
{
    Json list = Json::array();
    for (const auto& file : files)
        list.push_back(listed_prompt(file));
    return list;
}

static skills::PromptFile prompt_named(const std::string& name)
{
    std::vector<skills::PromptFile> files = skills::usable_prompt_files();
    const auto found = std::find_if(
        files.begin(), files.end(), [&](const auto& file) { return file.name == name; });
    if (found == files.end())
        throw protocol::Malformed {
            protocol::invalid_params, "unknown prompt " + text::in_quotes(name)};
    return std::move(*found);
}

// Throws Malformed if an argument is unknown, missing or not a string.
static std::map<std::string, std::string> values_in(
    const Json& given, const std::vector<skills::PromptArgument>& arguments)
{
    std::map<std::string, std::string> values;
    const auto refuse = [](const std::string& name, const char* why) {
        throw protocol::Malformed {
            protocol::invalid_params, "the argument " + text::in_quotes(name) + why};
    };
    if (given.is_object())
        for (const auto& [name, value] : given.items()) {
            if (std::none_of(arguments.begin(), arguments.end(),
                    [&name = name](const auto& argument) { return argument.name == name; }))
                refuse(name, " is not one of this prompt");
            if (!value.is_string())
                refuse(name, " is not a string");
            values[name] = value.get<std::string>();
        }
    for (const auto& argument : arguments)
        if (argument.is_required && !values.contains(argument.name))
            refuse(argument.name, " is missing");
    return values;
}

static Json filled_message(const skills::PromptFile& file, const Json& given)
{
    const auto values = values_in(given, arguments_of(file));
    std::string text;
    try {
        text = skills::filled_prompt(file.body, file.argument_hint, values);
    } catch (const ToolError& error) {
        throw protocol::Malformed {protocol::invalid_params, error.message};
    }
    if (text.size() > max_prompt_text)
        throw protocol::Malformed {protocol::invalid_params,
            "the prompt " + text::in_quotes(file.name)
                + " has more than 64 KiB with its arguments"};
    Json result = Json::object();
    if (!file.description.empty())
        result["description"] = file.description;
    Json message {{"role", "user"}};
    message["content"] = {{"type", "text"}, {"text", std::move(text)}};
    result["messages"] = Json::array({std::move(message)});
    return result;
}

bool FilePrompts::owns_prompt(const std::string& name)
{
    const auto files = skills::usable_prompt_files();
    return std::any_of(
        files.begin(), files.end(), [&](const auto& file) { return file.name == name; });
}

// The values of an argument can be any text, so nothing is proposed.
static Json no_completion()
{
    Json result = Json::object();
    result["completion"] = {{"values", Json::array()}, {"total", 0}, {"hasMore", false}};
    return result;
}

void FilePrompts::begin(ContextRequest request, ContextDone done)
{
    ContextOutcome outcome;
    if (request.method == "prompts/list") {
        outcome.result["prompts"] = list_of_prompts(skills::usable_prompt_files());
        outcome.result["ttlMs"] = ms_to_keep_prompts;
    } else if (request.method == "completion/complete") {
        outcome.result = no_completion();
    } else {
        const skills::PromptFile file = prompt_named(json::string_member(request.params, "name"));
        outcome.result = filled_message(file, json::member(request.params, "arguments"));
    }
    done(std::move(outcome));
}

void FilePrompts::reload()
{
    auto now = skills::usable_prompt_files();
    const bool has_changed = list_of_prompts(now) != list_of_prompts(listed);
    listed = std::move(now);
    if (has_changed)
        report({ContextChange::Kind::prompts});
}

}
