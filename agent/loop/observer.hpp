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

    // Steps are counted from 1 in each turn.
    virtual void step_begins(std::size_t step) = 0;

    // Pieces of the answer and of the reasoning, as passed by redacted_stream().
    virtual redaction::RedactedStream redacted_stream() const = 0;
    virtual void text(std::string_view piece) = 0;
    virtual void text_ends() = 0;
    virtual void reasoning(std::string_view piece) = 0;
    virtual void reasoning_pauses() = 0; // text comes next
    virtual void reasoning_ends() = 0;

    // A complete message; `shown` is the message without the markup of templates.
    virtual void message(std::size_t step, const model::Reply& reply, const model::Message& shown)
        = 0;

    // The calls that are about to be run, and the result of one of them.
    virtual void calls(std::size_t step, const std::vector<model::ToolCall>& calls) = 0;
    virtual void result(const model::ToolCall& call, const calls::ToolAnswer& answer) = 0;

    // Receives a piece of the arguments of a call, as the model writes them, not redacted.
    // `is_new`: it is the first one of the call.
    virtual void arguments(std::string_view /*piece*/, bool /*is_new*/) { }

    // Called before calls() for each call of the step. May set Arguments::hears_errors.
    virtual void follow(calls::PreparedCall& /*call*/) { }

    // Reports a change to fit the context of the model.
    virtual void context(const channel::Context& change) = 0;

    // Show a note to the operator; note_once() omits a text that was shown before.
    virtual void note(std::string_view text) = 0;
    virtual void note_once(const std::string& text) = 0;
};

}
