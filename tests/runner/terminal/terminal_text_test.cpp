#include "catch.hpp"

#include "runner/terminal/terminal.hpp"

using namespace runner::terminal;

TEST_CASE("what would steer a terminal is written out, wherever a piece ends")
{
    const std::string text = "añ\x1b[2K\u009b1A\r\n\t\u202e€\U0001f600\x9b\x7f.";
    const std::string expected
        = "añ\\u{1b}[2K\\u{9b}1A\\u{0d}\n\t\\u{202e}€\U0001f600\\u{9b}\\u{7f}.";
    CHECK(for_terminal(text) == expected);
    for (std::size_t first = 0; first <= text.size(); ++first) {
        TerminalText shown;
        const std::string begin = shown.add(text.substr(0, first));
        CHECK(begin + shown.add(text.substr(first)) == expected);
    }
}
