#include "frontends/chat/server_prompts.hpp"

#include "agent/mcp/agreed_prompts.hpp"
#include "agent/mcp/content_text.hpp"
#include "agent/mcp/prompt_arguments.hpp"
#include "agent/session/history.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/server_requests.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <vector>

namespace frontends::chat {

using agent::mcp::GivenArguments;
using agent::mcp::PromptArgument;

static std::string_view prompt_command_in(std::string_view line)
{
    return line.substr(0, line.find_first_of(" \t\n"));
}

std::optional<NameAtServer> prompt_in_line(const ChatEngine& talk, std::string_view line)
{
    if (!line.starts_with('/'))
        return std::nullopt;
    return name_at_server(talk, prompt_command_in(line).substr(1));
}

static Json prompt_at_server(ChatEngine& talk, const NameAtServer& at)
{
    const Json prompts = list_of_server(talk, at.server, agent::mcp::ServerList::prompts);
    std::vector<std::string> names;
    for (const Json& prompt : prompts) {
        names.push_back(json::string_member(prompt, "name"));
        if (names.back() == at.name)
            return prompt;
    }
    throw ToolError(Code::not_found,
        "the MCP server " + text::in_quotes(at.server) + " has no prompt "
            + text::in_quotes(at.name),
        names.empty() ? "the server has no prompts"
                      : text::did_you_mean(
                          at.name, names, "Tab after /" + at.server + ": lists its prompts"));
}

// Returns false if the operator dismisses a question.
static bool ask_for_missing(ChatEngine& talk, const std::string& command,
    const std::vector<PromptArgument>& declared, GivenArguments& given)
{
    constexpr std::size_t max_shown = 500;
    for (const auto& argument : declared) {
        if (!argument.is_required || agent::mcp::is_given(given, argument.name))
            continue;
        std::string message = "the argument "
            + text::in_quotes(text::shortened(argument.name, max_shown)) + " of " + command;
        if (!argument.description.empty())
            message += "\n" + text::shortened(argument.description, max_shown);
        const auto value = talk.ask_for_line({.message = std::move(message)});
        if (!value)
            return false;
        given.emplace_back(argument.name, *value);
    }
    return true;
}

// Returns true if a message with this text could be mistaken for one of agentcli's own.
static bool has_own_mark(const std::string& text)
{
    return model::is_data_of_program(text) || model::is_data_of_attachments(text)
        || text.starts_with(model::data_of_stdin)
        || session::is_note_to_model(model::text_message(model::Role::user, text));
}

static void require_foreign_text(const std::string& text)
{
    if (text.empty())
        throw ToolError(Code::bad_request, "a message of the server's prompt is empty");
    if (has_own_mark(text))
        throw ToolError(Code::bad_request,
            "a message of the server's prompt begins like a message of agentcli");
}

Json messages_to_send(const Json& result)
{
    constexpr std::size_t max_bytes = 64 << 10;
    constexpr std::size_t max_messages = 100;
    if (json::member(result, "messages").size() > max_messages)
        throw ToolError(Code::too_large, "the server's prompt has more than 100 messages");
    Json messages = agent::mcp::messages_of_prompt(result);
    std::size_t bytes = 0;
    for (const Json& message : messages) {
        const std::string text = json::string_member(message, "content");
        require_foreign_text(text);
        bytes += text.size();
    }
    if (messages.empty())
        throw ToolError(Code::bad_request, "the server's prompt has no messages");
    if (bytes > max_bytes)
        throw ToolError(Code::too_large,
            "the server's prompt has " + text::size_words(bytes)
                + ", and at most 64 KiB are sent to the model");
    return messages;
}

channel::ChatApproval question_about_prompt(const std::string& name, const Json& messages)
{
    Json texts = Json::object();
    for (std::size_t index = 0; index < messages.size(); ++index) {
        const std::string role = json::string_member(messages[index], "role");
        const std::string number = messages.size() == 1 ? "" : std::to_string(index + 1) + " ";
        texts[number + role] = messages[index]["content"];
    }
    return {.tool = name,
        .arguments = channel::Document(std::move(texts)),
        .editable = false,
        .repeatable = false,
        .message = true};
}

static std::string hash_of_entry(const ChatEngine& talk, const std::string& server)
{
    for (const auto& entry : talk.config.servers)
        if (entry.name == server)
            return entry.hash;
    return {};
}

static std::vector<start::Engine::Turn::Message> as_turn_messages(const Json& messages)
{
    std::vector<start::Engine::Turn::Message> all;
    all.reserve(messages.size());
    for (const Json& message : messages) {
        const bool is_user = json::string_member(message, "role") == "user";
        all.push_back({model::text_message(is_user ? model::Role::user : model::Role::assistant,
            json::string_member(message, "content"))});
    }
    return all;
}

static Json expanded_prompt(ChatEngine& talk, const NameAtServer& at, const GivenArguments& given)
{
    Json arguments = Json::object();
    for (const auto& [name, value] : given)
        arguments[name] = value;
    return messages_to_send(request_to_server(
        talk, at.server, "prompts/get", {{"name", at.name}, {"arguments", std::move(arguments)}}));
}

void say_server_prompt(ChatEngine& talk, const std::string& line)
{
    talk.ready_engine(); // throws, naming what is missing, if no model is set up
    const std::string command(prompt_command_in(line));
    const NameAtServer at = *prompt_in_line(talk, line);
    const auto declared = agent::mcp::arguments_of_prompt(prompt_at_server(talk, at));
    GivenArguments given = agent::mcp::given_arguments(
        declared, agent::mcp::words_of_arguments(line.substr(command.size())));
    if (!ask_for_missing(talk, command, declared, given))
        return talk.reply("nothing is sent\n");
    const Json messages = expanded_prompt(talk, at, given);
    const std::string text = messages.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::string hash
        = system::sha256(hash_of_entry(talk, at.server) + "\n" + at.name + "\n" + text);
    const agent::mcp::AgreedPrompts agreed;
    if (!agreed.contains(hash)) {
        if (!talk.is_agreed(question_about_prompt(command, messages)))
            return talk.reply("nothing is sent\n");
        agreed.add(hash);
    }
    talk.say_prepared({system::sha256(text), [&] { return as_turn_messages(messages); }});
}

}
