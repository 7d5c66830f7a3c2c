#pragma once

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

// Hears what a conversation does, as it happens.
class Observer {
public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    // Steps are counted from 1 in each turn.
    virtual void step_begins(std::size_t step) = 0;

    // Pieces of the answer and of the reasoning, as redacted_stream() lets them pass.
    virtual redaction::RedactedStream redacted_stream() const = 0;
    virtual void text(std::string_view piece) = 0;
    virtual void text_ends() = 0;
    virtual void reasoning(std::string_view piece) = 0;
    virtual void reasoning_pauses() = 0; // text comes next
    virtual void reasoning_ends() = 0;

    // A whole message; `shown` is without the markup of templates.
    virtual void message(std::size_t step, const model::Reply& reply, const model::Message& shown)
        = 0;

    // Calls that are about to be run, and the result of one.
    virtual void calls(std::size_t step, const std::vector<model::ToolCall>& calls) = 0;
    virtual void result(const model::ToolCall& call, const calls::ToolAnswer& answer) = 0;

    // Reports what was changed to fit the window of the model.
    virtual void context(const channel::Context& change) = 0;

    // For the operator; note_once() leaves out what was said before.
    virtual void note(std::string_view text) = 0;
    virtual void note_once(const std::string& text) = 0;
};

}
