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

// Prints everything that agentcli writes to stdout and stderr, redacted. If stdout is a terminal,
// control and invisible characters are shown as escapes (for_terminal()); a pipe or a file gets all
// bytes unchanged. JSON is escaped in both cases (json_line()).
class Output : public model::Trace {
public:
    // Opens the file of `debug`, if it names one. Throws BAD_REQUEST if the file can't be written.
    // `redaction` must outlive this object.
    explicit Output(const redaction::Redaction& redaction, Debug debug = {});

    // Returns the text, redacted. Call this before a text is cut: the beginning of a secret cannot
    // be recognised as one.
    std::string redacted(const std::string& text) const override { return redaction.redact(text); }

    // Prints an answer and a newline on stdout. Throws StdoutError if stdout can't be written.
    void answer(std::string_view text);

    // Prints the document, redacted, as a line of JSON on stdout. Throws like answer().
    void line(const Json& document);

    // Prints a document that is already redacted, since redacting it again could change it. Throws
    // like answer().
    void redacted_line(const Json& document);

    // Prints the next event of the run channel, redacted, as a line of JSON. `turn` is the number
    // of the turn to which the event belongs. On stdout, throws like answer(); failures to write to
    // stderr are ignored.
    enum class Stream { out, err };
    void event(const channel::Event& event, Stream to = Stream::out, std::uint64_t turn = 0);

    // Returns the fields of the event without `event`, `seq` and `ts`, redacted as event() does it:
    // words that the protocol defines are not redacted.
    Json redacted_fields(const channel::Event& event) const;

    // Print pieces of the answer on stdout, and of the reasoning on stderr. The pieces must come
    // from redacted_stream(). text() throws like answer().
    redaction::RedactedStream redacted_stream() const
    {
        return redaction::RedactedStream(redaction);
    }
    void text(std::string_view piece);
    void reasoning(std::string_view piece);

    // Ends the current line of reasoning, if one was begun. reasoning_pauses() is called before
    // text that follows reasoning, and does the same only if stdout and stderr are both terminals.
    void end_reasoning_line();
    void reasoning_pauses();

    // Print a line on stderr. note_once() ignores a line that it has printed before, also before a
    // fork().
    void note(std::string_view text) override;
    void note_once(const std::string& text) override;

    // Shows a status line on stderr with a counter of seconds, if stderr is a terminal. The next
    // status line or any other output replaces it.
    void status(std::string_view text);
    void hide_status() { status_line.hide(); }
    void show_status_again() { status_line.show_again(); }

    // Writes a line with the title and the text to the destination in Debug, if that is on. The
    // text is redacted, as JSON if it is JSON, and image data is left out. If the file can't be
    // written, reports this once and stops writing.
    void debug(std::string_view title, std::string_view text) override;

private:
    std::string redacted_event(const channel::Event& event, const channel::Head& head) const;
    void print_shown(std::string_view text);
    void write_to_debug_file(const std::string& line);

    const redaction::Redaction& redaction;
    Debug debugging;
    File debug_file;
    bool has_terminal; // true if stderr is a terminal
    bool shows_answers; // true if stdout is a terminal
    TerminalText shown; // on stdout
    TerminalText shown_reasoning;
    bool has_reasoning_line = false;
    StatusLine status_line;
    std::uint64_t event_count = 0;
    std::set<std::string> noted; // messages of note_once()
};

// Returns "MESSAGE; HINT" on one line: control characters are replaced by spaces, so that they
// can't control a terminal.
std::string one_line(const ToolError& error);

// Returns the text on one line, with ASCII control characters replaced by spaces and everything
// else as for_terminal() shows it.
std::string without_controls(std::string_view text);

// Thrown by print(): distinguishes a failed stdout from a wrong command line.
class StdoutError : public ToolError {
public:
    explicit StdoutError(ToolError error)
        : ToolError(std::move(error))
    {
    }
};

// Prints the text on stdout, unchanged. Throws StdoutError, with the message of system_error(), if
// it cannot be written.
void print(std::string_view text);

// Prints the document as a line on stdout. Throws as print() does.
void print_json(const Json& document);

// Returns the document as a line that is safe for a terminal or pager (json_for_terminal()).
std::string json_line(const Json& document);

// Returns true if stdout is a pipe or socket whose reading end is closed.
bool nobody_reads_stdout();

// Prints "agentcli: TEXT" on stderr without redaction, for messages before there is a Redaction.
// The text is dropped if stderr accepts nothing for 10 s, or for half a second after a signal that
// ends agentcli.
void print_note(std::string_view text);

}
