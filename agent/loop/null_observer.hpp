#pragma once

#include "agent/loop/observer.hpp"
#include "agent/model/model.hpp"
#include "agent/model/trace.hpp"
#include "agent/redaction/redaction.hpp"

namespace agent::loop {

using namespace agent;
using namespace toolkit;

// Discards the pieces of a reply that is not shown.
class NullListener : public model::ReplyListener {
public:
    void on_text(std::string_view /*piece*/) override { }
    void on_reasoning(std::string_view /*piece*/) override { }
    bool has_shown_text() const override { return false; }
};

// Observer and trace that show nothing, for a tool that prints only its answer or its error.
class NullObserver : public model::Trace, public loop::Observer {
public:
    explicit NullObserver(const redaction::Redaction& redaction)
        : redaction(redaction)
    {
    }

    std::string redacted(const std::string& text) const override { return redaction.redact(text); }
    void debug(std::string_view /*title*/, std::string_view /*text*/) override { }
    void note(std::string_view /*text*/) override { }
    void note_once(const std::string& /*text*/) override { }

    void step_begins(std::size_t /*step*/) override { }
    redaction::RedactedStream redacted_stream() const override
    {
        return redaction::RedactedStream(redaction);
    }
    void text(std::string_view /*piece*/) override { }
    void text_ends() override { }
    void reasoning(std::string_view /*piece*/) override { }
    void reasoning_pauses() override { }
    void reasoning_ends() override { }
    void message(std::size_t /*step*/, const model::Reply& /*reply*/,
        const model::Message& /*shown*/) override
    {
    }
    void calls(std::size_t /*step*/, const std::vector<model::ToolCall>& /*calls*/) override { }
    void result(const model::ToolCall& /*call*/, const calls::ToolAnswer& /*answer*/) override { }
    void context(const channel::Context& /*change*/) override { }

private:
    const redaction::Redaction& redaction;
};

}
