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

// An answer that the model has to give as a call of a tool instead of text. The owner of the tool
// implements this.
class CalledAnswer {
public:
    CalledAnswer() = default;
    CalledAnswer(const CalledAnswer&) = delete;
    CalledAnswer& operator=(const CalledAnswer&) = delete;
    virtual ~CalledAnswer() = default;

    // Returns messages to append to the next request only, after `messages`; may be empty.
    virtual std::vector<model::Message> last_messages(const model::Messages& messages) const = 0;

    // Returns a message that asks the model to call the tool, after a reply without calls. Returns
    // an empty string to accept the reply as the end of the turn.
    virtual std::string request_to_call() = 0;

    // Returns true after the tool was called with an answer. The turn then ends after the calls of
    // the current message.
    virtual bool is_there() const = 0;
};

// Limits and options of one turn.
struct Task {
    Shown shown;
    std::int64_t max_steps = 0; // maximum number of requests to the model
    std::int64_t max_calls = 0; // maximum number of tool calls
    std::int64_t max_repeats = 0; // maximum number of equal calls; see Repetition
    std::int64_t max_tokens = 0; // maximum tokens of all replies together; 0: no limit
    const StructuredAnswer* structure = nullptr; // the required answer; null for any text

    // Checks limits that are not listed here. Receives the tally of the turn so far. Returns the
    // end of the turn if no further request may be made, otherwise nullopt. May be empty.
    std::function<std::optional<Stop>(const Tally&)> spent = {};

    // Called before each request. Adds messages of the user that have arrived since the previous
    // one to the transcript. May be empty.
    std::function<void(Transcript& transcript)> steering = {};

    // True: if a reply is cancelled or breaks off, add the text received so far to the transcript.
    bool keeps_partial_text = false;

    // True: `max_tokens` limits the tokens of requests and replies, not of replies alone.
    bool counts_requests = false;
    CalledAnswer* called_answer = nullptr; // answer required as a call; null: text
    // Maximum cost of all requests and replies, computed by the tally; 0: no limit.
    double max_cost = 0;

    // Called with an answer that would end the turn. Returns a message to the model that continues
    // the turn, or an empty string to let it end. After it has continued the turn once, its result
    // is ignored. Not called if a limit is reached. May be empty.
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

// Returns true if the message is the text of a reply that broke off, added because of
// Task::keeps_partial_text.
bool is_broken_off(const model::Message& message);

// Runs one turn. Sends the transcript, which ends with the prompt, runs the tools that the reply
// calls, and sends their results, until a reply has text and no calls, or a limit is reached. Calls
// without a result at the end of the transcript run before the first request. At a limit, the calls
// of the last message are not run, and it is not added to the transcript.
//
// If a limit, including the time limit, is reached after Task::on_stop has continued the turn,
// returns the answer from before, and notifies the observer.
//
// Reasoning is sent back only with messages that called tools: servers that reason between calls
// require it there. Throws the errors of Model and Toolbelt, and INTERNAL "interrupted".
Stop converse(const Task& task, Transcript& transcript, const ConversationDependencies& parties);

}
