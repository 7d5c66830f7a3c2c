#pragma once

#include "agent/calls/offered_tool.hpp"
#include "agent/channel/events.hpp"
#include "agent/loop/observer.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/model/chat_completions.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// What stdout is.
enum class Form {
    text, // the answer
    json, // the object of channel::TurnEnds at the end, without its seconds
    events, // the events of a run channel, from its first turn on
};

// Returns the event that precedes the first turn: the model, and the tools with their effects and
// displays.
channel::Run run_event(
    const std::string& model, const std::vector<const calls::OfferedTool*>& tools);

// Reports a run, as it happens or at its end.
class RunReport : public loop::Observer {
public:
    RunReport(Output& output, Form form);

    void run_begins(const std::string& model, const std::vector<const calls::OfferedTool*>& tools);
    void text(std::string_view piece) override;
    void text_ends() override;
    void reasoning(std::string_view piece) override { output.reasoning(piece); }
    void reasoning_pauses() override { output.reasoning_pauses(); }
    void reasoning_ends() override { output.end_reasoning_line(); }
    void message(std::size_t step, const model::Reply& reply, const model::Message& shown) override;
    void step_begins(std::size_t step) override;
    void calls(std::size_t step, const std::vector<model::ToolCall>& calls) override;
    void result(const model::ToolCall& call, const calls::ToolAnswer& answer) override;

    // Its text goes to stderr, too.
    void context(const channel::Context& change) override;

    // Prints the answer, or `end`, after the beginning of the turn if run_begins() was not reached;
    // and on stderr why there is no answer. Throws what system_error() makes of a failure.
    void run_ends(const loop::Stop& stop, const channel::TurnEnds& end);

    redaction::RedactedStream redacted_stream() const override { return output.redacted_stream(); }
    void note(std::string_view text) override { output.note(text); }
    void note_once(const std::string& text) override { output.note_once(text); }

private:
    void turn_begins();
    void event(const channel::Event& event) const;

    Output& output;
    Form form;
    void status(const std::string& what, std::size_t step) const;

    bool has_shown_text = false;
    std::uint64_t turn = 0; // 1: it has begun
    std::chrono::steady_clock::time_point begun = {};
};

}
