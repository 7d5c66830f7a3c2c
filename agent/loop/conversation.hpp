#pragma once

#include "agent/calls/toolbelt.hpp"
#include "agent/loop/context.hpp"
#include "agent/loop/live_reply.hpp"
#include "agent/loop/observer.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/loop/structured_answer.hpp"
#include "agent/loop/tally.hpp"
#include "agent/loop/transcript.hpp"
#include "agent/model/model.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace agent::loop {

using namespace toolkit;

// An answer that is a call of a tool, and not a text. The owner of the tool reports when it was
// given.
class CalledAnswer {
public:
    CalledAnswer() = default;
    CalledAnswer(const CalledAnswer&) = delete;
    CalledAnswer& operator=(const CalledAnswer&) = delete;
    virtual ~CalledAnswer() = default;

    // Returns messages for the end of the next request, after `messages`. They are not kept. May be
    // empty.
    virtual std::vector<model::Message> last_messages(const model::Messages& messages) const = 0;

    // Returns a message to the model after a reply without calls; empty to end the turn.
    virtual std::string request_to_call() = 0;

    // True once the answer was given: ends the turn after the calls of the current message.
    virtual bool is_there() const = 0;
};

// The limits of one turn, and how it is shown.
struct Task {
    Shown shown;
    std::int64_t max_steps = 0; // the maximum number of requests to the model
    std::int64_t max_calls = 0; // the maximum number of tool calls
    std::int64_t max_repeats = 0; // how often one call may be repeated
    std::int64_t max_tokens = 0; // maximum of all replies together; 0: no limit
    const StructuredAnswer* structure = nullptr; // the required answer; null for any text

    // Returns the reason not to run the calls of a message, for a limit that is not listed here.
    // Receives what the replies have used so far. May be empty.
    std::function<std::optional<Stop>(const Tally&)> spent = {};

    // Adds messages of the user that have arrived in the meantime to the next request; may be
    // empty.
    std::function<void(Transcript& transcript)> steering = {};

    // True to add the text received so far to the transcript when a reply is cancelled or breaks
    // off.
    bool keeps_partial_text = false;

    // `max_tokens` counts all requests and replies, as servers count them.
    bool counts_requests = false;
    CalledAnswer* called_answer = nullptr; // required instead of a text; may be null
    // The maximum cost of all requests and replies, as the tally prices them; 0: no limit.
    double max_cost = 0;

    // Called with an answer that would end the turn. Returns a message to the model that continues
    // the turn, or an empty text to let it end. After it has continued the turn once, its result is
    // ignored. Not called if a limit is reached. May be empty.
    std::function<std::string(const std::string& answer, bool has_continued)> on_stop = {};
};

struct ConversationDependencies {
    model::Model& model;
    calls::Toolbelt& toolbelt;
    Observer& observer;
    Context& context;
    Tally& tally;
    system::Cancel& cancel;
};

// Returns true for the text of a reply that broke off, as Task::keeps_partial_text keeps it.
bool is_broken_off(const model::Message& message);

// Runs one turn. Sends the transcript, which ends with the prompt, runs the tools that the reply
// calls, and sends their results, until a reply has text and no calls, or a limit is reached. Calls
// without a result at the end of the transcript run before the first request. At a limit, the calls
// of the last message are not run, and it is not added to the transcript.
//
// If a limit, including the time limit, is reached after Task::on_stop has continued the turn,
// returns the answer from before, and notifies the observer.
//
// Reasoning is sent back only with messages that called tools, since servers that reason between
// calls require it. Throws what Model and Toolbelt throw, and INTERNAL "interrupted".
Stop converse(const Task& task, Transcript& transcript, const ConversationDependencies& parties);

}
