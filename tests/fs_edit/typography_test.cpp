#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "tools/fs_edit/edit.hpp"

using namespace fs_edit;
using namespace toolkit::system;

namespace {

struct TypographicEdit {
    const char* what;
    std::string before;
    std::string old_text;
    std::string new_text;
    std::string after; // or the code of the refusal
};

std::string after_edit(const TypographicEdit& edit, Which which)
{
    try {
        return edit_text(
            edit.before, {edit.old_text, edit.new_text, MatchMode::automatic, which}, "f")
            .text;
    } catch (const ToolError& error) {
        return std::string(wire_name(error.code));
    }
}

}

TEST_CASE("plain characters find typographic ones, which stay if they are not changed")
{
    const auto edit = GENERATE(values<TypographicEdit>({
        {"quotes", "a \u201cb\u201d c\n", "a \"b\" c", "a \"x\" c", "a \u201cx\u201d c\n"},
        {"low quotes", "\u201ab\u2019 \u201ec\u201f\n", "'b' \"c\"", "'b' \"d\"",
            "\u201ab\u2019 \u201ed\u201f\n"},
        {"dashes", "1\u20132 \u2014 3 \u2212 4\n", "1-2 - 3 - 4", "1-2 - 3 - 5",
            "1\u20132 \u2014 3 \u2212 5\n"},
        {"an ellipsis", "and so on\u2026 end\n", "and so on... end", "and so on... finis",
            "and so on\u2026 finis\n"},
        {"a part of an ellipsis", "a\u2026b\n", "a.", "x", "NO_MATCH"},
        {"an ellipsis for dots", "a... b\n", "a\u2026 b", "a\u2026 c", "a... c\n"},
        {"typographic ones for plain ones", "say \"hi\"\n", "say \u201chi\u201d",
            "say \u201cho\u201d", "say \"ho\"\n"},
        {"typographic ones for plain ones in a new part", "x = \"a\"\n", "x = \u201da\u201d",
            "x = \u201da\u201d\ny = \u201db\u201d", "x = \"a\"\ny = \"b\"\n"},
        {"blanks for which the file has plain ones", "if a:\n",
            "if\u00a0a:", "if\u00a0a and\u00a0b:", "if a and b:\n"},
        {"one that is meant elsewhere", "it\u2019s 'a'\n", "it\u2019s \u2019a\u2019",
            "it\u2019s \u2019b\u2019 don\u2019t", "it\u2019s 'b' don\u2019t\n"},
        {"no line is only moved and becomes another", "a = \"b\"\r\nc\r\n", "a = \u201db\u201d\nc",
            "c\na = \u201db\u201d", "c\r\na = \"b\"\r\n"},
        {"a line that is moved", "a \u201cb\u201d\r\nc\r\nd \u2013\r\n", "a \"b\"\nc\nd -\n",
            "c\na \"b\"\nd -\n", "c\r\na \u201cb\u201d\r\nd \u2013\r\n"},
        {"a line that is moved and indented", "a \u201cb\u201d\nc\nd\n", "a \"b\"\nc\nd\n",
            "c\nif d:\n  a \"b\"\n", "c\nif d:\n  a \u201cb\u201d\n"},
        {"a line that is moved between changed ones", "a \u201cb\u201d\nc\nd \u201ce\u201d f\ng\n",
            "a \"b\"\nc\nd \"e\" f\ng\n", "c\na \"b\"\nd \"e\" x\ng\n",
            "c\na \u201cb\u201d\nd \u201ce\u201d x\ng\n"},
        {"lines that change places", "\u201ca\u201d\nb\n\u2018c\u2019\n", "\"a\"\nb\n'c'\n",
            "'c'\nb\n\"a\"\n", "\u2018c\u2019\nb\n\u201ca\u201d\n"},
        {"one for another", "x \u2013 y\n", "x \u2014 y", "x \u2014 z", "x \u2013 z\n"},
        {"spaces", "a\u00a0b\u2003c\u3000d\n", "a b c d", "a b c e", "a\u00a0b\u2003c\u3000e\n"},
        {"an indentation", "f:\n\u00a0\u00a0a\n", "f:\n  a\n", "f:\n  b\n", "f:\n\u00a0\u00a0b\n"},
        {"characters without a width", "a\u200bb c\n", "ab c", "ab d", "a\u200bb d\n"},
        {"those at the edges are no part", "\u200ba \u2013\u200b\n", "a -", "b -",
            "\u200bb \u2013\u200b\n"},
        {"what is new is as it is written", "a \u2013 b\n", "a - b", "a - b - c",
            "a \u2013 b - c\n"},
        {"what is asked for is done", "a \u201cb\u201d\n", "a \u201cb\"", "a <b>", "a <b>\n"},
        {"lines that stay", "\u201ca\u201d\n\u201cb\u201d\n\u201cc\u201d\n",
            "\"a\"\n\"b\"\n\"c\"\n", "\"a\"\n\"x\"\n\"c\"\n",
            "\u201ca\u201d\n\u201cx\u201d\n\u201cc\u201d\n"},
        {"CRLF", "\u201ca\u201d\r\nb\r\n", "\"a\"\nb\n", "\"a\"\nx\nb\n",
            "\u201ca\u201d\r\nx\r\nb\r\n"},
        {"a missing final newline", "\u201ca\u201d", "\"a\"\n", "\"a\"\nb\n", "\u201ca\u201d\nb"},
        {"lines go", "\u201ca\u201d\nb\n", "\"a\"\n", "", "b\n"},
        {"two places", "\u2018a\u2019 \u201aa\u2019\n", "'a'", "b", "AMBIGUOUS"},
        {"a plain one comes first", "\u2018a\u2019 'a'\n", "'a'", "b", "\u2018a\u2019 b\n"},
        {"what has been done is done", "\u201ca\u201d b\n", "\"a\"", "\"a\" b", "CONFLICT"},
        {"a file of other bytes", "\xff \u2013 a\n", "- a", "- b", "\xff \u2013 b\n"},
        {"no character is cut", "\u20ac\u2013\u20ac\n", "\u20ac-", "x-", "x\u2013\u20ac\n"},
        {"not behind an indentation", "f:\n    \u201ca\u201d\n", "\"a\"", "\"a\"\nb", "NO_MATCH"},
    }));
    CAPTURE(edit.what);
    CHECK(after_edit(edit, Which::the_only_one) == edit.after);
}

TEST_CASE("all typographic places are replaced")
{
    CHECK(after_edit({"", "\u2018a\u2019 \u201aa\u2019\n", "'a'", "'b'", ""}, Which::all)
        == "\u2018b\u2019 \u201ab\u2019\n");
}

TEST_CASE("match exact takes no typographic character for a plain one")
{
    CHECK_THROWS_AS(edit_text("\u2018a\u2019\n", {"'a'", "b", MatchMode::exact}, "f"), ToolError);
}
