// Implements /model: the models that the server and other servers of this machine offer.

#include "agent/model/http.hpp"
#include "agent/model/served_models.hpp"
#include "frontends/chat/local_servers.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/chat/talk.hpp"
#include "runner/start/engine.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
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
    std::string url = {}; // of another server; empty: of the one in use
    std::int64_t window = 0; // tokens; 0: not known
};

}

static void use_model(Talk& talk, const std::string& name)
{
    start::Engine& engine = talk.ready_engine();
    talk.config.chat.model = name;
    talk.operator_calls.renew_agents();
    engine.take_settings();
    talk.reply("model: " + name + ", from the next request on\n");
}

// Adds the models of the server in use, the chosen one first. If it does not answer, only that one
// is known, and `note` says why.
static void add_models_of_server(Talk& talk, std::vector<OfferedModel>& models, std::string& note)
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
        const Json answer = model.models();
        for (const auto& name : model::models_in(answer))
            if (name != chosen)
                models.push_back({name, {}, model::context_in(answer, name)});
    } catch (const ToolError& error) {
        if (talk.cancel.is_set())
            throw;
        note = error.message;
    }
}

// Loopback ports alone are asked.
static void add_models_of_machine(Talk& talk, std::vector<OfferedModel>& models)
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

static std::string price_text(const Talk& talk, const std::string& model)
{
    const auto price = talk.price_of_model(model);
    return price
        ? "$" + model::amount_text(price->input) + " / $" + model::amount_text(price->output)
        : std::string();
}

static channel::PickRow row_of(const Talk& talk, const OfferedModel& model, bool is_used)
{
    const std::string url = model.url.empty() ? talk.config.server.base_url : model.url;
    return {.cells = {model.name, web::authority(web::parse_url(url)), window_text(model.window),
                model.url.empty() ? price_text(talk, model.name) : std::string()},
        .note = is_used ? "in use" : ""};
}

static void pick_model(Talk& talk)
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
    channel::ChatPick list {
        .filters = true, .enter = channel::PickKey {"Enter: this chat", "Enter"}};
    if (!note.empty())
        list.notes = {note};
    list.rows.reserve(models.size());
    for (std::size_t at = 0; at < models.size(); ++at)
        list.rows.push_back(row_of(talk, models[at], at == 0));
    const auto picked = talk.pick(list);
    if (!picked)
        return;
    const OfferedModel& model = models[static_cast<std::size_t>(picked->row)];
    if (model.url.empty())
        use_model(talk, model.name);
    else
        use_local_server(talk, {model.url, model.name, model.window});
}

void change_model(Talk& talk, const std::string& words)
{
    if (!words.empty())
        return use_model(talk, words);
    if (!talk.has_engine() || !talk.config.replay.empty())
        return talk.reply(
            "model: " + (talk.config.chat.model.empty() ? "none" : talk.config.chat.model) + "\n");
    pick_model(talk);
}

}
