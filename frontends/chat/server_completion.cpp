#include "frontends/chat/server_completion.hpp"

#include "agent/mcp/prompt_arguments.hpp"
#include "agent/mcp/server_source.hpp"
#include "agent/mcp/uri_template.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/name_order.hpp"
#include "frontends/chat/server_prompts.hpp"
#include "frontends/chat/server_requests.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <chrono>
#include <map>

namespace frontends::chat {

using agent::mcp::ServerList;
using Items = std::vector<channel::CompletedCommand>;

static constexpr std::size_t max_items = 100;
// Each matching template needs a request.
static constexpr std::chrono::seconds max_time_of_templates {2};
static constexpr std::size_t max_typed_bytes = 4000; // a message takes mentions of up to 4,096

static std::string summary_of(const Json& entry)
{
    constexpr std::size_t max_shown = 200;
    std::string words = json::string_member(entry, "description");
    if (words.empty())
        words = json::string_member(entry, "title");
    return text::shortened(
        text::printable(text::without_hidden(words.substr(0, words.find('\n')))), max_shown);
}

// True if a name is one word of a line, without invisible characters.
static bool can_be_typed(const std::string& name)
{
    return !name.empty() && name.size() <= max_typed_bytes && !text::has_hidden(name)
        && name.find_first_of(" \t\r\n\"") == std::string::npos;
}

// A value may contain spaces, but no newlines, and must fit between quotes.
static bool can_be_value(const std::string& value)
{
    const bool has_both_quotes
        = value.find('"') != std::string::npos && value.find('\'') != std::string::npos;
    return !value.empty() && value.size() <= max_typed_bytes && !text::has_hidden(value)
        && !has_both_quotes && value.find_first_of("\r\n") == std::string::npos;
}

Items servers_beginning(const ChatEngine& talk, const std::string& begun)
{
    Items items;
    for (const auto& name : names_of_servers(talk))
        if (name.starts_with(begun))
            items.push_back({name + ":", "an MCP server", true});
    return items;
}

Items prompts_beginning(ChatEngine& talk, const std::string& begun)
{
    Items items;
    const auto at = name_at_server(talk, begun);
    if (!at)
        return items;
    for (const Json& prompt : list_of_server_soon(talk, at->server, ServerList::prompts)) {
        const std::string name = json::string_member(prompt, "name");
        if (items.size() == max_items || !name.starts_with(at->name) || !can_be_typed(name))
            continue;
        std::string words;
        for (const auto& argument : agent::mcp::arguments_of_prompt(prompt))
            words += (argument.is_required ? argument.name : "[" + argument.name + "]") + " ";
        items.push_back({"/" + at->server + ":" + name, words + summary_of(prompt)});
    }
    return items;
}

namespace {

// A request for completion, and the usable values of its response.
struct Completed {
    const std::string& server;
    Json ref;
    std::string name; // of the argument or variable
    std::string value; // the part typed so far
    agent::mcp::GivenArguments others; // arguments or variables that already have a value

    std::vector<std::string> values(ChatEngine& talk) const
    {
        Json params {{"ref", ref}, {"argument", {{"name", name}, {"value", value}}}};
        for (const auto& [other, given] : others)
            params["context"]["arguments"][other] = given;
        const Json result = request_to_server_soon(talk, server, "completion/complete", params);
        std::vector<std::string> found;
        for (const Json& one : json::member(json::member(result, "completion"), "values"))
            if (one.is_string() && can_be_value(one) && found.size() < max_items)
                found.push_back(one);
        return found;
    }
};

}

static bool offers_completions(ChatEngine& talk, const std::string& server)
{
    auto* const source = talk.ready_engine().mcp_servers();
    return source != nullptr && source->declares(server, "completions");
}

// Adds the continuations of the typed URI by a template.
static void add_of_template(
    ChatEngine& talk, const NameAtServer& at, const Json& entry, Items& items)
{
    const std::string text = json::string_member(entry, "uriTemplate");
    const auto typed = agent::mcp::UriTemplate(text).read(at.name);
    if (!typed.fits)
        return;
    const std::string begin = at.server + ":" + typed.before;
    if (typed.variable.empty()) {
        if (can_be_typed(typed.literal))
            items.push_back(
                {begin + typed.literal, text + " " + summary_of(entry), !typed.is_last});
        return;
    }
    const bool can_be_completed = typed.literal.empty() || can_be_typed(typed.literal);
    if (!can_be_completed || !offers_completions(talk, at.server))
        return;
    const Completed completed {at.server, {{"type", "ref/resource"}, {"uri", text}}, typed.variable,
        typed.value, typed.others};
    for (const auto& value : completed.values(talk))
        items.push_back({begin + value + typed.literal, typed.variable, !typed.is_last});
}

Items resources_fitting(ChatEngine& talk, const std::string& begun)
{
    Items items;
    const auto at = name_at_server(talk, begun);
    if (!at)
        return items;
    std::map<std::string, std::string> summaries;
    std::vector<std::string> uris;
    for (const Json& resource : list_of_server_soon(talk, at->server, ServerList::resources)) {
        const std::string uri = json::string_member(resource, "uri");
        if (can_be_typed(uri) && summaries.emplace(uri, summary_of(resource)).second)
            uris.push_back(uri);
    }
    for (const auto& uri : best_names(uris, at->name, max_items))
        items.push_back({at->server + ":" + uri, summaries[uri]});
    const Json templates = list_of_server_soon(talk, at->server, ServerList::templates);
    const auto deadline = system::Watch::Clock::now() + max_time_of_templates;
    for (const Json& entry : templates)
        if (items.size() < max_items && system::Watch::Clock::now() < deadline
            && !talk.channel.has_input())
            add_of_template(talk, *at, entry, items);
    items.resize(std::min(items.size(), max_items));
    return items;
}

// Adds the names of arguments that have no value yet and begin with the typed word.
static void add_argument_names(const std::vector<agent::mcp::PromptArgument>& declared,
    const agent::mcp::BegunArgument& begun, Items& items)
{
    for (const auto& argument : declared) {
        if (!agent::mcp::is_given(begun.others, argument.name)
            && argument.name.starts_with(begun.value) && can_be_typed(argument.name))
            items.push_back(
                {argument.name + "=", summary_of({{"description", argument.description}}), true});
    }
}

Items arguments_fitting(ChatEngine& talk, const std::string& line)
{
    Items items;
    const auto at = prompt_in_line(talk, line);
    if (!at)
        return items;
    for (const Json& prompt : list_of_server_soon(talk, at->server, ServerList::prompts)) {
        if (json::string_member(prompt, "name") != at->name)
            continue;
        const auto declared = agent::mcp::arguments_of_prompt(prompt);
        const auto begun = agent::mcp::begun_argument(
            declared, std::string_view(line).substr(at->server.size() + at->name.size() + 2));
        const Completed completed {at->server, {{"type", "ref/prompt"}, {"name", at->name}},
            begun.name, begun.value, begun.others};
        if (!begun.name.empty() && offers_completions(talk, at->server))
            for (const auto& value : completed.values(talk))
                items.push_back(
                    {(begun.has_key ? begun.name + "=" : "") + agent::mcp::quoted_argument(value),
                        begun.name});
        if (items.empty() && !begun.name.empty() && !begun.has_key)
            add_argument_names(declared, begun, items);
        break;
    }
    return items;
}

}
