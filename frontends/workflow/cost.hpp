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

// Prices of models, for `limits.cost`. They come from the user's config; none is built in.
using Prices = model::Prices;

// Returns the cost of a turn in billionths, as Limits counts it; 0 if a reply has no price.
std::int64_t cost_of(const loop::Tally& tally);

// Returns a limit for loop::Task::spent: it ends a turn with calls if its replies have cost what is
// left of `limits`, or if their cost is not known. `limits` must outlive the result.
std::function<std::optional<loop::Stop>(const loop::Tally&)> cost_limit(const Limits& limits);

// Adds the tokens and the cost that the answer of an agent reports. Does nothing if it reports
// none.
void count_agent(const std::string& answer, Limits& limits);

// Returns a stop if the server has not counted a reply, or a reply has no price: its cost is not
// known.
std::optional<loop::Stop> stop_of_unknown_cost(const loop::Tally& tally);

// The prices and models to check the steps of a workflow with `limits.cost`, and of workflows that
// it calls.
struct Pricing {
    const Prices& prices;
    const model::ChatSettings& usual; // the model and its fallback
    const Agents& agents;
};
Problems lacking_prices(const Chosen& chosen, Library& library, const Pricing& pricing);

}
