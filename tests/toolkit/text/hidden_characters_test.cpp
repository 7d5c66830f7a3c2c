#include "catch.hpp"

#include "toolkit/text/terminal_text.hpp"

#include <string>
#include <vector>

using namespace toolkit::text;

TEST_CASE("C23: what a reader does not see is taken out of a text, and nothing else")
{
    const auto [given, shown] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {"plain\ttext\nof two lines", "plain\ttext\nof two lines"},
        {"é日😀 привет", "é日😀 привет"},
        {std::string("a\0b", 3), "ab"},
        {"a\r\n\x1b[31mred\x7f\u009b", "a\n[31mred"},
        {"a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg", "abcdefg"},
        {"a\u202eb\u2066c\u200ed\u061ce\u2028f\u2029g", "abcdefg"},
        {"a\U000e0041\U000e0042\U000e007fb", "ab"},
        {"a\ufe0f\ufe00\U000e0100\U000e01efb\u034f\u3164", "ab"},
        {"a\u2061\ufff9\U0001d173\U00013430b", "ab"},
    }));
    CHECK(without_hidden(given) == shown);
    CHECK(has_hidden(given) == (given != shown));
    CHECK_FALSE(has_hidden(shown));
}

TEST_CASE("a line is cut into pieces that fit, after what is hidden was written out")
{
    CHECK(decision_pieces("", 4, 3) == std::vector<std::string> {""});
    CHECK(decision_pieces("abcdefgh", 4, 3) == std::vector<std::string> {"abcd", "efg", "h"});
    CHECK(decision_pieces("日日日", 4, 3) == std::vector<std::string> {"日日", "日"});
    CHECK(decision_pieces("a\x1b", 20, 20) == std::vector<std::string> {"a\\u{1b}"});
    for (const auto& piece : decision_pieces(std::string(100, '\x1b'), 10, 7))
        CHECK(width_of(piece) <= 10);
}
