#pragma once

#include "agent/channel/events.hpp"
#include "agent/model/trace.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/terminal/status_line.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// All that agentcli prints, redacted. Where stdout is a terminal, it gets what for_terminal() makes
// of a text; a pipe or a file gets every byte. JSON is escaped everywhere (json_line()).
class Output : public model::Trace {
public:
    // Opens the file of `debug`. Throws BAD_REQUEST if it can't be written.
    explicit Output(const redaction::Redaction& redaction, Debug debug = {});

    // To be called before a text is cut: the beginning of a secret is none any more.
    std::string redacted(const std::string& text) const override { return redaction.redact(text); }

    // The answer and a newline on stdout. Throws what system_error() makes of a failure.
    void answer(std::string_view text);

    // A line of JSON on stdout. Throws as answer() does.
    void line(const Json& document);

    // The same for one that is redacted already: a second time could make something else of it.
    // Throws as answer() does.
    void redacted_line(const Json& document);

    // Writes the next event of the run channel as a line of JSON; `turn` is the number of the turn
    // that it belongs to. Throws as answer() does, if it is for stdout.
    enum class Stream { out, err };
    void event(const channel::Event& event, Stream to = Stream::out, std::uint64_t turn = 0);

    // Returns the fields of the event without those of its head, as event() redacts them: words of
    // the protocol stay.
    Json redacted_fields(const channel::Event& event) const;

    // Pieces of text on stdout, and of reasoning on stderr: what redacted_stream() makes of them.
    // text() throws as answer() does.
    redaction::RedactedStream redacted_stream() const
    {
        return redaction::RedactedStream(redaction);
    }
    void text(std::string_view piece);
    void reasoning(std::string_view piece);

    // Ends a line of reasoning that has begun; before text, only if both are on a terminal.
    void end_reasoning_line();
    void reasoning_pauses();

    // One line on stderr. A process that is forked knows what its parent has said once.
    void note(std::string_view text) override;
    void note_once(const std::string& text) override;

    // A line on stderr, with the seconds that go by, that the next one takes the place of, and
    // whatever else is printed; only where stderr is a terminal.
    void status(std::string_view text);
    void hide_status() { status_line.hide(); }
    void show_status_again() { status_line.show_again(); }

    // Writes one line where Debug says, if it is on: `title`, and the text, which is redacted as
    // JSON where it is that. If the file can't be written, reports it once and writes no more.
    void debug(std::string_view title, std::string_view text) override;

private:
    std::string redacted_event(const channel::Event& event, const channel::Head& head) const;
    void print_shown(std::string_view text);
    void write_to_debug_file(const std::string& line);

    const redaction::Redaction& redaction;
    Debug debugging;
    File debug_file;
    bool has_terminal; // as stderr
    bool shows_answers; // stdout is a terminal
    TerminalText shown; // on stdout
    TerminalText shown_reasoning;
    bool has_reasoning_line = false;
    StatusLine status_line;
    std::uint64_t event_count = 0;
    std::set<std::string> noted; // once
};

// Returns `message; hint` with spaces for control characters, so that it stays one line and can't
// steer a terminal.
std::string one_line(const ToolError& error);

// Returns the text as one line, with spaces for control characters, and otherwise as
// for_terminal() does.
std::string without_controls(std::string_view text);

// Thrown by print(): distinguishes a failed stdout from a wrong command line.
class StdoutError : public ToolError {
public:
    explicit StdoutError(ToolError error)
        : ToolError(std::move(error))
    {
    }
};

// Prints the text on stdout, as it is. Throws StdoutError with what system_error() makes of a
// failure.
void print(std::string_view text);

// Prints the document as a line on stdout. Throws as print() does.
void print_json(const Json& document);

// Returns the document as a line that is safe for a terminal or pager (json_for_terminal()).
std::string json_line(const Json& document);

// stdout is a pipe or a socket whose reader is gone.
bool nobody_reads_stdout();

// "agentcli: TEXT" on stderr, as it is: for what is known before there is a Redaction. Left out if
// stderr takes nothing for 10 s, or for half a second once a signal that ends agentcli has come.
void print_note(std::string_view text);

}
