#pragma once

#include "agent/loop/tally.hpp"
#include "agent/model/price.hpp"
#include "agent/workflow/library.hpp"
#include "agent/workflow/problems.hpp"
#include "frontends/workflow/agents.hpp"
#include "frontends/workflow/limits.hpp"

#include <functional>
#include <optional>
#include <string>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace agent;
using namespace runner;

// What models cost, for `limits.cost`. A price is of the user's config; none is built in.
using Prices = model::Prices;

// Of a turn, in the billionths that Limits counts; 0 if a reply has no price.
std::int64_t cost_of(const loop::Tally& tally);

// For loop::Task: ends a turn with calls, whose replies cost what is left of `limits` or more, or
// whose cost is not known. `limits` has to outlive it.
std::function<std::optional<loop::Stop>(const loop::Tally&)> cost_limit(const Limits& limits);

// Counts what an agent has used, by its answer. Does nothing if that is none, or does not say it.
void count_agent(const std::string& answer, Limits& limits);

// Returns a stop if the server has not counted a reply, or a reply has no price: nobody knows what
// it has cost.
std::optional<loop::Stop> stop_of_unknown_cost(const loop::Tally& tally);

// Steps of a workflow with `limits.cost`, or that such a one calls, whose model or its fallback has
// no price.
struct Pricing {
    const Prices& prices;
    const model::ChatSettings& usual; // the model and its fallback
    const Agents& agents;
};
Problems lacking_prices(const Chosen& chosen, Library& library, const Pricing& pricing);

}
