// Implements /model: the models that the server and other servers of this machine offer.

#include "agent/model/http.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/kept_profile.hpp"
#include "frontends/chat/local_servers.hpp"
#include "frontends/chat/local_time.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "runner/start/engine.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/url.hpp"

#include <algorithm>
#include <chrono>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

namespace {

struct OfferedModel {
    std::string name;
    std::string url = {}; // of another server; empty: the current one
    std::int64_t window = 0; // tokens; 0: unknown
};

}

static void use_model(ChatEngine& talk, const std::string& name)
{
    start::Engine& engine = talk.ready_engine();
    talk.config.chat.model = name;
    talk.operator_calls.renew_agents();
    engine.take_settings();
}

// Adds the models of the server in use, the chosen one first. If it does not answer, only that one
// is known, and `note` says why.
static void add_models_of_server(
    ChatEngine& talk, std::vector<OfferedModel>& models, std::string& note)
{
    constexpr std::chrono::seconds patience {5};
    const std::string& chosen = talk.config.chat.model;
    models.push_back({chosen, {}, talk.config.context_window});
    start::ServerConfig server = talk.config.server;
    server.timeout = patience;
    const host::BusyWith asking(talk.inbox, host::Inbox::Busy::calls);
    try {
        model::HttpModel model(start::server_of(server, talk.observer), {{"model", chosen}},
            talk.observer, talk.cancel);
        for (const auto& served : model.served_models()) {
            if (served.price)
                talk.published_prices[served.name] = *served.price;
            if (served.name != chosen)
                models.push_back({served.name, {}, served.window});
            else if (models.front().window == 0)
                models.front().window = served.window;
        }
        if (models.front().window == 0)
            models.front().window = model.context_window();
    } catch (const ToolError& error) {
        if (talk.cancel.is_set())
            throw;
        note = error.message;
    }
}

// Only loopback ports are queried.
static void add_models_of_machine(ChatEngine& talk, std::vector<OfferedModel>& models)
{
    const std::string used = web::authority(web::parse_url(talk.config.server.base_url));
    for (const auto& server : find_local_servers(usual_ports, std::chrono::milliseconds(500))) {
        const std::string port = ":" + std::to_string(server.port);
        if (used == "localhost" + port || used == "127.0.0.1" + port)
            continue;
        for (const auto& name : server.models)
            models.push_back({name, url_of(server), server.context});
    }
}

// Returns an amount with no decimals or at least two: "$3", "$0.60", "$0.075".
static std::string dollars(double amount)
{
    std::string text = "$" + model::amount_text(amount);
    if (text.size() > 2 && text[text.size() - 2] == '.')
        text += '0';
    return text;
}

std::string price_text(const ChatEngine& talk, const std::string& model)
{
    const auto price = talk.price_of_model(model);
    return price ? dollars(price->input) + " / " + dollars(price->output) : std::string();
}

// Uses the model from the next request on; with `is_kept` also in later chats.
static void use_offered(ChatEngine& talk, const OfferedModel& model, bool is_kept)
{
    const bool is_other_server = !model.url.empty();
    const std::string url = is_other_server ? model.url : talk.config.server.base_url;
    if (!is_other_server && (model.window > 0 || model.name != talk.config.chat.model))
        talk.config.context_window = model.window;
    if (is_other_server)
        use_local_server(talk, {model.url, model.name, model.window});
    else
        use_model(talk, model.name);
    std::string text = is_other_server ? "connected: " + model.name + " at " + url
                                       : "model: " + model.name + ", from the next request on";
    if (!is_kept)
        return talk.reply(text + (is_other_server ? " · for this chat alone\n" : "\n"));
    const KeptProfile profile;
    profile.write({url, model.name, model.window});
    talk.reply(text + " · kept as profile " + text::in_quotes(profile.name()) + " in "
        + with_tilde(profile.path()) + "\n");
    note_variables_before_profile(talk);
}

static channel::PickRow row_of(const ChatEngine& talk, const OfferedModel& model, bool is_used)
{
    const std::string url = model.url.empty() ? talk.config.server.base_url : model.url;
    return {.cells = {model.name, web::authority(web::parse_url(url)), window_text(model.window),
                model.url.empty() ? price_text(talk, model.name) : std::string()},
        .note = is_used ? "in use" : ""};
}

static void pick_model(ChatEngine& talk)
{
    static constexpr std::size_t max_rows = 2000;
    std::vector<OfferedModel> models;
    std::string note;
    add_models_of_server(talk, models, note);
    add_models_of_machine(talk, models);
    models.resize(std::min(models.size(), max_rows));
    talk.known_models.clear();
    for (const auto& model : models)
        if (model.url.empty())
            talk.known_models[model.name] = model.window;
    channel::ChatPick list {.filters = true,
        .enter = channel::PickKey {"Enter: this chat", "Enter"},
        .tab = channel::PickKey {"Tab: and from now on", "Tab: keep", "keep"}};
    if (!note.empty())
        list.notes = {note};
    list.rows.reserve(models.size());
    for (std::size_t at = 0; at < models.size(); ++at)
        list.rows.push_back(row_of(talk, models[at], at == 0));
    const auto picked = talk.pick(list);
    if (!picked)
        return;
    use_offered(
        talk, models[static_cast<std::size_t>(picked->row)], picked->key == channel::PickedBy::tab);
}

void change_model(ChatEngine& talk, const std::string& words)
{
    if (!words.empty())
        return use_offered(talk, {words}, false);
    if (!talk.has_engine() || !talk.config.replay.empty())
        return talk.reply(
            "model: " + (talk.config.chat.model.empty() ? "none" : talk.config.chat.model) + "\n");
    pick_model(talk);
}

}
