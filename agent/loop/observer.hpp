#pragma once

#include "agent/calls/prepared_call.hpp"
#include "agent/calls/tool_result.hpp"
#include "agent/channel/events.hpp"
#include "agent/model/chat_completions.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::loop {

using namespace toolkit;

// Receives the events of a conversation as they happen.
class Observer {
public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    // Reports the beginning of a step, a request to the model. Steps are counted from 1 in each
    // turn.
    virtual void step_begins(std::size_t step) = 0;

    // Returns a new stream that redacts the pieces of an answer or a reasoning before they are
    // passed to text() or reasoning().
    virtual redaction::RedactedStream redacted_stream() const = 0;

    // Receive pieces of the answer and of the reasoning, already redacted, and their ends.
    virtual void text(std::string_view piece) = 0;
    virtual void text_ends() = 0;
    virtual void reasoning(std::string_view piece) = 0;
    virtual void reasoning_pauses() = 0; // text comes next
    virtual void reasoning_ends() = 0;

    // Reports a complete reply. `shown` is its message without the markup of chat templates.
    virtual void message(std::size_t step, const model::Reply& reply, const model::Message& shown)
        = 0;

    // Report the calls of a step before they run, and the result of one of them.
    virtual void calls(std::size_t step, const std::vector<model::ToolCall>& calls) = 0;
    virtual void result(const model::ToolCall& call, const calls::ToolAnswer& answer) = 0;

    // Receives a piece of the arguments of a call while the model writes them, not redacted.
    // `is_new` is true for the first piece of a call.
    virtual void arguments(std::string_view /*piece*/, bool /*is_new*/) { }

    // Called before calls() for each call of the step. May set Arguments::hears_errors and the
    // callbacks of the call.
    virtual void follow(calls::PreparedCall& /*call*/) { }

    // Reports a change to fit the context of the model.
    virtual void context(const channel::Context& change) = 0;

    // Show a note to the operator. note_once() ignores a note that was shown before.
    virtual void note(std::string_view text) = 0;
    virtual void note_once(const std::string& text) = 0;
};

}
