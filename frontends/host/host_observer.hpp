#pragma once

#include "agent/loop/observer.hpp"
#include "agent/model/trace.hpp"
#include "frontends/host/channel.hpp"
#include "runner/terminal/output.hpp"

#include <set>
#include <string>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Reports the progress of a conversation to the host as events.
class HostObserver : public loop::Observer, public model::Trace {
public:
    // Debug output goes to `output`. The references must outlive this object.
    HostObserver(Channel& channel, const redaction::Redaction& redaction, terminal::Output& output)
        : channel(channel)
        , redaction(redaction)
        , output(output)
    {
    }

    void step_begins(std::size_t) override { }
    redaction::RedactedStream redacted_stream() const override
    {
        return redaction::RedactedStream(redaction);
    }
    void text(std::string_view piece) override;
    void text_ends() override { }
    void reasoning(std::string_view piece) override;
    void reasoning_pauses() override { }
    void reasoning_ends() override { }
    void message(std::size_t step, const model::Reply& reply, const model::Message& shown) override;
    void calls(std::size_t step, const std::vector<model::ToolCall>& calls) override;
    void result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;
    void context(const channel::Context& change) override { channel.event(change); }
    void note(std::string_view text) override { channel.event(channel::Note {std::string(text)}); }
    void note_once(const std::string& text) override;

    std::string redacted(const std::string& text) const override { return redaction.redact(text); }
    void debug(std::string_view title, std::string_view text) override
    {
        output.debug(title, text);
    }

protected:
    virtual void tell_result(const model::ToolCall& call, const calls::ToolAnswer& answer);
    virtual void tell_usage(std::size_t step, const model::Reply& reply);

    void tell(const channel::ScreenEvent& event) { channel.screen_event(event); }

private:
    Channel& channel;
    const redaction::Redaction& redaction;
    terminal::Output& output;
    std::set<std::string> noted; // messages of note_once()
};

}
