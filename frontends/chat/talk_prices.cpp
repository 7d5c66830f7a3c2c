#include "agent/loop/quiet.hpp"
#include "agent/model/http.hpp"
#include "frontends/chat/talk.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <utility>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Prices of models: those of the config, and those that the server publishes, which only the chat
// shows. A limit of the cost needs those of the config.

std::optional<model::Price> Talk::price_of_model(const std::string& model) const
{
    for (const model::Prices* const known : {&prices, &published_prices})
        if (const auto found = known->find(model); found != known->end())
            return found->second;
    return std::nullopt;
}

std::optional<double> Talk::price_of(const Json& usage, const std::string& fallback) const
{
    const auto price = price_of_model(fallback.empty() ? config.chat.model : fallback);
    return price ? std::optional(model::cost_of(usage, *price)) : std::nullopt;
}

// Asks the server once, before the first request. Servers without TLS are those of this machine and
// of its network, which publish no price. An interruption ends the turn that follows.
void Talk::learn_prices()
try {
    constexpr std::chrono::seconds patience {2};
    if (std::exchange(has_asked_for_prices, true) || !config.replay.empty()
        || has_price_in_config(config.chat.model)
        || web::parse_url(config.server.base_url).scheme != web::Scheme::https)
        return;
    start::ServerConfig server = config.server;
    server.timeout = patience;
    loop::Quiet quiet(redaction);
    const host::BusyWith asking(inbox, host::Inbox::Busy::turn);
    model::HttpModel model(
        start::server_of(server, quiet), {{"model", config.chat.model}}, quiet, cancel);
    for (const auto& served : model.served_models())
        if (served.price)
            published_prices[served.name] = *served.price;
} catch (const ToolError&) { // no cost is shown
}

}
