#pragma once

#include "agent/calls/tool_result.hpp"
#include "agent/channel/events.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/model/chat_completions.hpp"
#include "agent/model/price.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agent::loop {

using namespace toolkit;

// What one turn has come to: its steps, its calls, and what its replies have cost. Begins anew with
// each turn.
class Tally {
public:
    // What the replies that are added from now on cost: by the price of the model that a reply
    // names, or else of `usual`. Without a price the cost is not known.
    void set_prices(const model::Prices& known, std::string usual);

    // A message of the conversation; and any reply, also that of a summary. `estimated_request`
    // is how many tokens the request has, for a reply whose server does not count them.
    void add_message(const model::Reply& reply, double estimated_request = 0);
    void add_reply(const model::Reply& reply, double estimated_request = 0);

    // What replies of others have cost.
    void add_usage(const Json& of_others);

    // A call with its result; and calls that are not run, and have none.
    void add_result(const model::ToolCall& call, const calls::ToolAnswer& answer);
    void add_unrun(const std::vector<model::ToolCall>& calls);

    // All that another one has counted, but for its calls.
    void add(const Tally& other);

    // As servers count; null if none has.
    const Json& counted() const { return usage; }

    std::size_t steps() const { return step_count; }

    // Of all replies together, as the server counts them; estimated for a reply that comes without
    // usage.
    double reply_tokens() const { return tokens; }
    // Of all requests together, likewise.
    double request_tokens() const { return requests; }
    bool is_estimated() const { return has_estimate; } // a reply
    bool is_request_estimated() const { return has_estimated_request; }

    // What all replies together have cost; nullopt if one of them has no price, or there was none.
    std::optional<double> cost() const;
    std::optional<double> rounded_cost() const; // as it is written
    bool is_cost_estimated() const { return has_estimated_cost; }
    bool has_unpriced_reply() const { return lacks_price; }

    // The model that answered the last time in place of the one that was asked; empty for none.
    const std::string& fallback() const { return fallen_to; }

    const std::vector<channel::TurnCall>& calls() const { return made; }

    // Returns the end of the turn, without its seconds.
    channel::TurnEnds end(const Stop& stop, int status) const;

private:
    void add_cost(const model::Reply& reply, double estimated_request);

    std::size_t step_count = 0;
    std::string finish_reason; // of the last message, as the server has it
    std::vector<channel::TurnCall> made;
    Json usage;
    double tokens = 0;
    bool has_estimate = false;
    double requests = 0; // tokens
    bool has_estimated_request = false;
    model::Prices prices;
    std::string usual_model;
    std::optional<double> money; // nullopt: nothing has been priced
    bool lacks_price = false; // of a reply
    bool has_estimated_cost = false;
    std::string fallen_to;
};

// Returns the end of a turn with a reply that has no price; `limit` is what needs it.
Stop stop_of_unpriced_reply(const Tally& tally, const std::string& limit);

}
