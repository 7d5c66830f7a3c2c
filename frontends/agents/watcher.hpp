#pragma once

#include "agent/loop/observer.hpp"
#include "frontends/agents/evidence.hpp"

namespace frontends::agents {

using namespace agent;
using namespace toolkit;

// Records the arguments and answers of successful calls of tools, and forwards all events to
// another observer.
class Watcher : public loop::Observer {
public:
    // The arguments must outlive the object.
    Watcher(loop::Observer& shown, SeenTexts& seen)
        : shown(shown)
        , seen(seen)
    {
    }

    void step_begins(std::size_t step) override { shown.step_begins(step); }
    redaction::RedactedStream redacted_stream() const override { return shown.redacted_stream(); }
    void text(std::string_view piece) override { shown.text(piece); }
    void text_ends() override { shown.text_ends(); }
    void reasoning(std::string_view piece) override { shown.reasoning(piece); }
    void reasoning_pauses() override { shown.reasoning_pauses(); }
    void reasoning_ends() override { shown.reasoning_ends(); }
    void message(
        std::size_t step, const model::Reply& reply, const model::Message& as_shown) override
    {
        shown.message(step, reply, as_shown);
    }
    void calls(std::size_t step, const std::vector<model::ToolCall>& calls) override
    {
        shown.calls(step, calls);
    }
    void result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;
    void context(const channel::Context& change) override { shown.context(change); }
    void note(std::string_view text) override { shown.note(text); }
    void note_once(const std::string& text) override { shown.note_once(text); }

private:
    loop::Observer& shown;
    SeenTexts& seen;
};

}
