#include "runner/terminal/output.hpp"

#include "agent/channel/codec.hpp"
#include "agent/channel/fields.hpp"
#include "agent/model/image.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/time_text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// Drops text that stderr does not accept in time.
static void write_to_stderr(std::string_view text, std::chrono::milliseconds patience)
{
    (void)system::write_where_room_is(
        STDERR_FILENO, text, [=] { return system::wait_for_room(STDERR_FILENO, patience); });
}

std::string without_controls(std::string_view text)
{
    std::string result(text);
    std::replace_if(
        result.begin(), result.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
    return for_terminal(result);
}

Output::Output(const redaction::Redaction& redaction, Debug debug)
    : redaction(redaction)
    , debugging(std::move(debug))
    , debug_file(debugging.file.empty()
              ? File()
              : system::open_named_file(debugging.file, "the debug output to", O_APPEND))
    , has_terminal(isatty(STDERR_FILENO) == 1 && !is_dumb_terminal())
    , shows_answers(isatty(STDOUT_FILENO) == 1)
{
}

void Output::status(std::string_view text)
{
    if (has_terminal)
        status_line.show(without_controls(redaction.redact(text)));
}

void Output::print_shown(std::string_view text)
{
    const system::EndedBySignals while_writing;
    if (shows_answers)
        print(shown.add(text));
    else
        print(text);
}

void Output::answer(std::string_view text)
{
    hide_status();
    print_shown(redaction.redact(text) + "\n");
}

void Output::line(const Json& document) { redacted_line(redaction.redact_json(document)); }

void Output::redacted_line(const Json& document)
{
    hide_status();
    print_shown(json_line(document));
}

// Includes all fields: readers of a pipe or a file have no limit for the length of a line.
std::string Output::redacted_event(const channel::Event& event, const channel::Head& head) const
{
    return channel::encode(event, head, {&redaction, &redaction}, channel::no_limit);
}

Json Output::redacted_fields(const channel::Event& event) const
{
    Json fields = Json::parse(redacted_event(event, {}));
    for (const char* name : {"event", "seq", "ts"})
        fields.erase(name);
    return fields;
}

void Output::event(const channel::Event& event, Stream to, std::uint64_t turn)
{
    const channel::Head head {++event_count, text::rfc3339(std::chrono::system_clock::now()), turn};
    const std::string line = json_for_terminal(redacted_event(event, head)) + "\n";
    if (to == Stream::err)
        return write_to_stderr(line, std::chrono::seconds(10));
    hide_status();
    print_shown(line);
}

void Output::text(std::string_view piece)
{
    hide_status();
    print_shown(piece);
}

void Output::reasoning(std::string_view piece)
{
    if (piece.empty())
        return;
    hide_status();
    has_reasoning_line = true;
    write_to_stderr(shown_reasoning.add(piece), system::boundless);
}

void Output::end_reasoning_line()
{
    if (has_reasoning_line)
        reasoning("\n");
    has_reasoning_line = false;
}

void Output::reasoning_pauses()
{
    if (has_terminal && shows_answers)
        end_reasoning_line();
}

void Output::note(std::string_view text)
{
    hide_status();
    print_note(redaction.redact(text));
}

void Output::note_once(const std::string& text)
{
    if (noted.insert(text).second)
        note(text);
}

void Output::debug(std::string_view title, std::string_view text)
{
    if (!debugging.is_on)
        return;
    const std::string short_text = model::without_image_data(text);
    std::string safe;
    try {
        safe = json_for_terminal(redaction.redact_json(json::parse_bounded(short_text)).dump());
    } catch (const ToolError&) {
        safe = without_controls(redaction.redact(short_text));
    }
    const std::string line = without_controls(redaction.redact(title)) + " " + safe + "\n";
    if (!debugging.file.empty())
        return write_to_debug_file(line);
    hide_status();
    write_to_stderr(line, system::boundless);
}

void Output::write_to_debug_file(const std::string& line)
{
    try {
        system::write_named_file(debug_file, debugging.file, line);
    } catch (const ToolError& error) {
        debugging.is_on = false;
        note("--debug ends here: " + one_line(error));
    }
}

std::string one_line(const ToolError& error)
{
    return without_controls(error.message + (error.hint.empty() ? "" : "; " + error.hint));
}

void print(std::string_view text)
{
    const auto wait = [] { // another program may have made the terminal non-blocking
        system::wait_for(STDOUT_FILENO, POLLOUT);
        return true;
    };
    if (const int error = system::write_all(STDOUT_FILENO, text, wait); error != 0)
        throw StdoutError(system::system_error("cannot write the answer to stdout", error));
}

std::string json_line(const Json& document) { return json_for_terminal(document.dump()) + "\n"; }

void print_json(const Json& document) { print(json_line(document)); }

bool nobody_reads_stdout()
{
    const short found = system::wait_for(STDOUT_FILENO, 0, std::chrono::milliseconds(0));
    return (found & (POLLERR | POLLHUP)) != 0;
}

void print_note(std::string_view text)
{
    write_to_stderr("agentcli: " + without_controls(text) + "\n", std::chrono::seconds(10));
}

}
