#pragma once

#include "agent/calls/tool_result.hpp"
#include "agent/channel/events.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/model/chat_completions.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::loop {

using namespace toolkit;

// What one turn has come to: its steps, its calls, and what its replies have cost. Begins anew with
// each turn.
class Tally {
public:
    // A message of the conversation; and any reply, also that of a summary.
    void add_message(const model::Reply& reply);
    void add_reply(const model::Reply& reply);

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
    // Of all requests together, as far as the server counts them.
    double request_tokens() const;
    bool is_estimated() const { return has_estimate; }

    const std::vector<channel::TurnCall>& calls() const { return made; }

    // Returns the end of the turn, without its seconds.
    channel::TurnEnds end(const Stop& stop, int status) const;

private:
    std::size_t step_count = 0;
    std::string finish_reason; // of the last message, as the server has it
    std::vector<channel::TurnCall> made;
    Json usage;
    double tokens = 0;
    bool has_estimate = false;
};

}
