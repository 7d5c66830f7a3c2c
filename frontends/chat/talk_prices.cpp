#include "frontends/chat/chat_engine.hpp"

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// Prices of models: those of the config, and those that the server publishes, which only the chat
// shows. A limit of the cost needs those of the config.

std::optional<model::Price> ChatEngine::price_of_model(const std::string& model) const
{
    for (const model::Prices* const known : {&prices, &published_prices})
        if (const auto found = known->find(model); found != known->end())
            return found->second;
    return std::nullopt;
}

std::optional<double> ChatEngine::price_of(const Json& usage, const std::string& fallback) const
{
    const auto price = price_of_model(fallback.empty() ? config.chat.model : fallback);
    return price ? std::optional(model::cost_of(usage, *price)) : std::nullopt;
}

}
