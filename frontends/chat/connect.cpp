// Implements /connect.

#include "agent/loop/null_observer.hpp"
#include "agent/model/http.hpp"
#include "agent/model/served_models.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/kept_profile.hpp"
#include "frontends/chat/local_servers.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "runner/options/key_store.hpp"
#include "runner/start/engine.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/no_proxy.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Warns about a small context: the server drops the beginning of most conversations with tools.
static constexpr std::int64_t enough_context = 16384;

static constexpr std::chrono::seconds patience_for_models {15};
static constexpr std::chrono::seconds patience_for_reply {120};

namespace {

struct Choice {
    std::string url;
    std::string model;
    std::string key = {};
    std::int64_t context = 0; // tokens; 0: unknown
};

}

static std::vector<Choice> found_choices()
{
    std::vector<Choice> choices;
    for (const auto& server : find_local_servers(usual_ports, std::chrono::milliseconds(500)))
        for (const auto& model : server.models)
            choices.push_back({url_of(server), model, {}, server.context});
    return choices;
}

static std::string host_of(const Choice& choice)
{
    return web::host_field(web::parse_url(choice.url));
}

// Lets the operator choose one of the servers of this machine. Returns nullopt if they choose none.
static std::optional<Choice> picked_choice(ChatEngine& talk)
{
    static constexpr const char* others
        = "another server: /connect URL, such as https://api.example.com/v1";
    const std::vector<Choice> choices = found_choices();
    if (choices.empty()) {
        talk.reply("no server of models answers on this machine: start one (Ollama, llama-server, "
                   "vLLM, LM Studio)\n"
            + std::string(others) + "\n");
        return std::nullopt;
    }
    channel::ChatPick list {
        .notes = {others}, .enter = channel::PickKey {"Enter connects", "Enter"}};
    list.rows.reserve(choices.size());
    for (const Choice& choice : choices)
        list.rows.push_back(
            {.cells = {choice.model, host_of(choice), window_text(choice.context)}});
    const auto picked = talk.pick(list);
    return picked ? std::optional(choices.at(static_cast<std::size_t>(picked->row))) : std::nullopt;
}

// Returns the words as a number; 0 if they are not a number.
static std::size_t number_in(const std::string& words)
{
    std::size_t number = 0;
    const char* const end = words.data() + words.size();
    const auto [after, error] = std::from_chars(words.data(), end, number);
    return error == std::errc() && after == end ? number : 0;
}

// Adds missing parts: the scheme, and "/v1" if there is no path.
static std::string whole_url(std::string url)
{
    if (url.find("://") == std::string::npos)
        url = (web::is_loopback(web::parse_url("http://" + url).host) ? "http://" : "https://")
            + url;
    const web::Url parsed = web::parse_url(url);
    return parsed.path.empty() || parsed.path == "/" ? url + (url.ends_with('/') ? "v1" : "/v1")
                                                     : url;
}

static model::HttpModel model_of_choice(ChatEngine& talk, const Choice& choice, model::Trace& trace)
{
    start::ServerConfig server = talk.config.server;
    start::change_server(server, choice.url, choice.key);
    server.timeout = choice.model.empty() ? patience_for_models : patience_for_reply;
    return {start::server_of(server, trace), {{"model", choice.model}}, trace, talk.cancel};
}

// Requests the names of the models. Asks for the key if the server wants one or does not accept
// this one, up to three times.
static std::vector<std::string> names_at(ChatEngine& talk, Choice& choice)
{
    loop::NullObserver quiet(talk.redaction);
    for (int tries = 0;; ++tries) {
        try {
            return model::models_in(
                model_of_choice(talk, {choice.url, {}, choice.key}, quiet).models());
        } catch (const model::KeyRefused& error) {
            if (tries == 3)
                throw;
            talk.observer.note(choice.key.empty() ? host_of(choice) + " requires a key"
                                                  : host_of(choice) + " does not accept this key");
            const auto key
                = talk.ask_for_secret("key for " + host_of(choice) + " (not shown; Enter: none): ");
            if (!key || text::stripped(*key).empty())
                throw ToolError(error.code, error.message, "/connect URL asks for the key again");
            choice.key = std::string(text::stripped(*key));
            talk.hide(choice.key);
        } catch (const ToolError& error) {
            const bool is_reached = dynamic_cast<const model::Unreachable*>(&error) == nullptr;
            if ((is_reached && !error.hint.empty()) || talk.cancel.is_set())
                throw;
            throw ToolError(error.code, error.message,
                "look at the URL, which ends in /v1 for most servers, and whether the server runs");
        }
    }
}

// Lets the operator choose one of the models. Throws NOT_FOUND if none is chosen.
static std::string chosen_model(ChatEngine& talk, const std::vector<std::string>& names)
{
    if (names.empty())
        throw ToolError(
            Code::not_found, "the server lists no models", "/connect URL MODEL names the model");
    if (names.size() == 1)
        return names.front();
    channel::ChatPick list {
        .filters = true, .enter = channel::PickKey {"Enter uses this model", "Enter"}};
    list.rows.reserve(names.size());
    for (const std::string& name : names)
        list.rows.push_back({.cells = {name}});
    const auto picked = talk.pick(list);
    if (!picked)
        throw ToolError(
            Code::not_found, "no model was chosen", "/connect URL MODEL names the model");
    return names.at(static_cast<std::size_t>(picked->row));
}

// Asks the model to call a tool. Returns whether it did.
static bool calls_tools(ChatEngine& talk, const Choice& choice)
{
    loop::NullObserver quiet(talk.redaction);
    auto asked = model_of_choice(talk, choice, quiet);
    asked.offer_tools(Json::array({{{"type", "function"},
        {"function",
            {{"name", "report_word"}, {"description", "Reports a word to the operator."},
                {"parameters",
                    {{"type", "object"}, {"properties", {{"word", {{"type", "string"}}}}},
                        {"required", {"word"}}}}}}}}));
    loop::NullListener nobody;
    const model::Messages messages {std::make_shared<const model::Message>(
        model::user_message("Call the tool report_word with the word 'ready'.", {}))};
    const model::Reply reply = asked.ask(messages, nobody);
    return !reply.message.calls.empty();
}

static void test(ChatEngine& talk, Choice& choice)
{
    const auto begun = std::chrono::steady_clock::now();
    const bool calls = calls_tools(talk, choice);
    const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begun);
    if (calls)
        talk.observer.note(choice.model + " calls tools: " + std::to_string(taken.count()) + " ms");
    else
        talk.observer.note(choice.model
            + " answered in text and called no tool: it can chat, but "
              "not work on files");
    loop::NullObserver quiet(talk.redaction);
    if (choice.context == 0)
        choice.context = model_of_choice(talk, choice, quiet).context_window();
    if (choice.context > 0 && choice.context < enough_context)
        talk.observer.note("its context of " + std::to_string(choice.context)
            + " tokens is small for tools: OLLAMA_CONTEXT_LENGTH=32768 for Ollama, -c 32768 for "
              "llama-server make it larger");
}

void note_variables_before_profile(ChatEngine& talk)
{
    for (const char* name : {"OAI_BASE_URL", "OAI_MODEL"})
        if (std::getenv(name) != nullptr) // NOLINT(concurrency-mt-unsafe): nobody sets it
            talk.observer.note(
                std::string(name) + " is set, and takes precedence over the profile");
}

static void use(ChatEngine& talk, const Choice& choice)
{
    start::RunConfig& config = talk.config;
    start::change_server(config.server, choice.url, choice.key);
    config.chat.model = choice.model;
    config.chat.fallback.clear();
    config.context_window = choice.context;
    talk.reconnect();
}

// Asks whether the next start uses the server, and stores what it needs for that.
static void offer_to_keep(ChatEngine& talk, const Choice& choice)
{
    const KeptProfile profile;
    channel::ChatPick list {.title = "keep it for the next start?",
        .rows = {{.cells = {"this chat only"}},
            {.cells = {"keep it in " + profile.path() + ", profile "
                 + text::in_quotes(profile.name())}}},
        .enter = channel::PickKey {"Enter chooses", "Enter"}};
    if (!choice.key.empty())
        list.notes = {"the key is stored where only you, and no tool, can read it"};
    const auto picked = talk.pick(list);
    if (!picked || picked->row != 1)
        return talk.reply(
            "connected: " + choice.model + " at " + choice.url + " · for this chat alone\n");
    if (!choice.key.empty())
        options::store_key(choice.url, choice.key);
    profile.write({choice.url, choice.model, choice.context});
    talk.reply("connected: " + choice.model + " at " + choice.url + " · kept as profile "
        + text::in_quotes(profile.name()) + "\n");
    note_variables_before_profile(talk);
}

static void connect(ChatEngine& talk, Choice choice)
{
    const host::BusyWith working(talk.inbox, host::Inbox::Busy::turn); // it can be interrupted
    const web::Url url = web::parse_url(choice.url);
    if (url.scheme == web::Scheme::http && !web::is_loopback(url.host))
        talk.observer.note("http: the key and all messages go over the network unencrypted");
    if (choice.model.empty()) {
        const auto names = names_at(talk, choice);
        talk.observer.note(host_of(choice) + " answers: " + std::to_string(names.size())
            + (names.size() == 1 ? " model" : " models"));
        choice.model = chosen_model(talk, names);
    }
    test(talk, choice);
    use(talk, choice);
    offer_to_keep(talk, choice);
}

void connect_to_server(ChatEngine& talk, const std::string& words)
{
    if (words.empty()) {
        if (const auto choice = picked_choice(talk))
            connect(talk, *choice);
        return;
    }
    if (const std::size_t number = number_in(words); number > 0) {
        const std::vector<Choice> choices = found_choices();
        if (number > choices.size())
            throw ToolError(Code::not_found, "there is no server " + text::in_quotes(words),
                "/connect lists them");
        return connect(talk, choices[number - 1]);
    }
    const std::size_t gap = std::min(words.find(' '), words.size());
    Choice choice {whole_url(words.substr(0, gap)), std::string(text::stripped(words.substr(gap)))};
    choice.key = options::stored_key(choice.url);
    if (choice.key.empty() && choice.url == talk.config.server.base_url)
        choice.key = talk.config.server.api_key;
    connect(talk, std::move(choice));
}

void use_local_server(ChatEngine& talk, const LocalModel& choice)
{
    use(talk, {choice.url, choice.model, {}, choice.context});
}

}
