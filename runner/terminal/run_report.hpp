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

// The format of stdout.
enum class Form {
    text, // the text of the answer
    json, // at the end, one object: channel::TurnEnds without `state` and `seconds`
    events, // the events of a run channel as they occur
};

// Returns the event that precedes the first turn. It names the model and the tools, with the
// effects and displays of the tools.
channel::Run run_event(
    const std::string& model, const std::vector<const calls::OfferedTool*>& tools);

// Prints a run on stdout as it progresses (text and events) or at its end (json), and notes and
// status lines on stderr.
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

    // Reports a shortened context as an event and as a note on stderr.
    void context(const channel::Context& change) override;

    // Prints the final answer, or the object or event for `end`. If there is no answer, prints the
    // reason on stderr. If run_begins() was not called, prints the event for the beginning of the
    // turn first. Throws StdoutError if stdout can't be written.
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
    std::uint64_t turn = 0; // 1 after the turn has begun
    std::chrono::steady_clock::time_point begun = {};
};

}
