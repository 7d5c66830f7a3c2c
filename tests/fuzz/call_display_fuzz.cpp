#include "fuzz.hpp"

#include "agent/display/call_display.hpp"
#include "agent/display/change_rows.hpp"
#include "agent/display/rows.hpp"
#include "agent/display/written_arguments.hpp"

#include <algorithm>
#include <string>

using namespace agent;

// Whatever a tool has answered and a program has printed: a call is shown on one line, and its
// lines have no newlines and no control characters of a terminal.
void fuzz(std::string_view input)
{
    const std::string text(input);
    const toolkit::Json arguments {{"command", text}};
    for (const char* kind : {"execute", "edit", "search"}) {
        const display::ShownTool tool {
            "t", {{"kind", kind}, {"verb", "v"}, {"subject", {"{command}"}}, {"facts", {text}}}};
        channel::Display shown = display::display_of_call(tool, arguments);
        display::add_end(shown, tool, arguments, {.content = text, .diff = text});
        must(shown.lines.size() <= 12 && shown.left_out >= 0);
        (void)display::whole_output(tool, {.content = text});
    }
    must(display::paths_in_patch(input).size() <= input.size());
    (void)display::filled(input, arguments);
    display::LiveTail tail;
    display::WrittenArguments written;
    for (std::size_t at = 0; at < input.size(); at += 5) {
        tail.add(input.substr(at, 5));
        written.add(input.substr(at, 5));
    }
    must(written.path().size() <= 500 && written.lines() <= input.size() + 1);
    for (const std::string& line : tail.last(5).lines)
        must(std::none_of(line.begin(), line.end(),
            [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7f; }));
    must(tail.last(5).lines == display::last_lines(input, 5).lines || input.size() > 60000);
}
