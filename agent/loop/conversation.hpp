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

// An answer that is a call of a tool, and not a text: whoever has the tool says when it is there.
class CalledAnswer {
public:
    CalledAnswer() = default;
    CalledAnswer(const CalledAnswer&) = delete;
    CalledAnswer& operator=(const CalledAnswer&) = delete;
    virtual ~CalledAnswer() = default;

    // Are sent as the last messages of the next request, after these, and not kept; may be none.
    virtual std::vector<model::Message> last_messages(const model::Messages& messages) const = 0;

    // What the model is told after a message without calls; empty if that ends the turn.
    virtual std::string request_to_call() = 0;

    // Ends the turn, after the calls of a message.
    virtual bool is_there() const = 0;
};

// What one turn may cost, and how it is shown.
struct Task {
    Shown shown;
    std::int64_t max_steps = 0; // how often the model is asked at most
    std::int64_t max_calls = 0; // of tools, in all
    std::int64_t max_repeats = 0; // of one call
    std::int64_t max_tokens = 0; // of all replies together; 0: no limit
    const StructuredAnswer* structure = nullptr; // what the answer has to be; null for any text

    // Why the calls of a message are not to be run, after what the replies have come to: for a
    // limit that is none of these. May be empty.
    std::function<std::optional<Stop>(const Tally&)> spent = {};

    // Adds messages of the user that have come meanwhile, for the next request; may be empty.
    std::function<void(Transcript& transcript)> steering = {};

    // True if the transcript receives the text so far of a message that is cancelled or breaks off.
    bool keeps_partial_text = false;

    bool counts_requests = false; // `max_tokens` is of all requests and replies, as servers count
    CalledAnswer* called_answer = nullptr; // in place of a text
    double max_cost = 0; // of all requests and replies, as the tally prices them; 0: no limit

    // Called with an answer that would end the turn: returns what the model is told before it may
    // end; empty if nothing. Not called if a limit is reached. What it returns after it has
    // continued the turn once is ignored. May be empty.
    std::function<std::string(const std::string& answer, bool has_continued)> on_stop = {};
};

struct Parties {
    model::Model& model;
    calls::Toolbelt& toolbelt;
    Observer& observer;
    Context& context;
    Tally& tally;
    system::Cancel& cancel;
};

// Asks with the transcript, which ends with the prompt, runs the tools that are called, and asks
// again with their answers, until a message has text and no calls, or a limit is reached: then the
// calls of the last message are not run, and it is not in the transcript. If a limit is reached
// after Task::on_stop has continued the turn, the time among them, the answer before that counts,
// and the observer is told. Reasoning goes back to
// the model with the message that called tools, since servers that reason between calls want it so;
// nothing else of it goes back. Throws what Model and Toolbelt throw, and INTERNAL "interrupted".
Stop converse(const Task& task, Transcript& transcript, const Parties& parties);

}
