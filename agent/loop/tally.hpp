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

// Counts the steps, calls and tokens of one turn, and the cost of its replies. Use a new object for
// each turn.
class Tally {
public:
    // Sets the prices for further replies. A reply has the price of its fallback model, or of the
    // model `usual` if it has none. The cost is unknown if the model has no price.
    void set_prices(const model::Prices& known, std::string usual);

    // Adds a reply of the conversation, and counts a step. `estimated_request` is the estimated
    // number of tokens of the request, used if the server does not count them.
    void add_message(const model::Reply& reply, double estimated_request = 0);

    // Adds any other reply, such as a summary, without counting a step.
    void add_reply(const model::Reply& reply, double estimated_request = 0);

    // Adds the usage of replies outside this turn to the sums of counted() and to the tokens of
    // requests.
    void add_usage(const Json& of_others);

    // Add a call with its result, and calls that are not run and have no result.
    void add_result(const model::ToolCall& call, const calls::ToolAnswer& answer);
    void add_unrun(const std::vector<model::ToolCall>& calls);

    // Adds the counts of another tally. Its calls, finish reason and fallback are ignored.
    void add(const Tally& other);

    // Returns the sums of the servers' counts; null if no server has counted.
    const Json& counted() const { return usage; }

    std::size_t steps() const { return step_count; }

    // Returns the tokens of all replies together: counted by the server, or estimated for a reply
    // without usage.
    double reply_tokens() const { return tokens; }
    // Returns the tokens of all requests together, counted or estimated in the same way.
    double request_tokens() const { return requests; }

    // Return true if the tokens of at least one reply, or of one request, are estimated.
    bool is_estimated() const { return has_estimate; }
    bool is_request_estimated() const { return has_estimated_request; }

    // Returns the cost of all replies together; nullopt if one of them has no price, or there was
    // no reply.
    std::optional<double> cost() const;

    // Returns cost() rounded to 1e-9, as it is printed.
    std::optional<double> rounded_cost() const;
    bool is_cost_estimated() const { return has_estimated_cost; }
    bool has_unpriced_reply() const { return lacks_price; }

    // Returns the last fallback model that replied instead of the requested one; empty if none did.
    const std::string& fallback() const { return fallen_to; }

    const std::vector<channel::TurnCall>& calls() const { return made; }

    // Returns the event for the end of the turn. TurnEnds::seconds is not set.
    channel::TurnEnds end(const Stop& stop, int status) const;

private:
    void add_cost(const model::Reply& reply, double estimated_request);

    std::size_t step_count = 0;
    std::string finish_reason; // finish_reason of the last message, as the server sent it
    std::vector<channel::TurnCall> made;
    Json usage;
    double tokens = 0;
    bool has_estimate = false;
    double requests = 0; // tokens
    bool has_estimated_request = false;
    model::Prices prices;
    std::string usual_model;
    std::optional<double> money; // nullopt: no reply had a price
    bool lacks_price = false; // a reply has no price
    bool has_estimated_cost = false;
    std::string fallen_to;
};

// Returns the end of a turn with a reply that has no price. `limit` is the option that needs one.
Stop stop_of_unpriced_reply(const Tally& tally, const std::string& limit);

}
