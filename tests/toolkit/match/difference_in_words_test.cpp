#include "catch.hpp"

#include "toolkit/match/nearest_block.hpp"
#include "toolkit/match/reindentation.hpp"

using namespace toolkit;
using namespace toolkit::match;

namespace {

struct LinePair {
    const char* in_file;
    const char* wanted;
    const char* words;
};

struct Indentation {
    const char* what;
    const char* written;
    const char* file; // the same lines
    const char* more;
    const char* whole;
    const char* asked;
    const char* answer; // "?" where nothing is known
};

}

TEST_CASE("a difference of lines that look alike has a name")
{
    const auto row = GENERATE(values<LinePair>({
        {"a", "a", ""},
        {"a", "b", ""},
        {"a ", "a", "only in trailing whitespace"},
        {"a\r", "a", "only in a carriage return at its end"},
        {"\ta", "  a", "only in whitespace: the file has tabs"},
        {"  a", "\ta", "only in whitespace: the text has tabs"},
        {"a b", "a  b", "only in whitespace"},
        {"a\u00a0b", "a b", "only in no-break spaces (U+00A0)"},
        {"a\u2003b\u3000c", "a b c", "only in typographic spaces (U+2003, U+3000)"},
        {"\u2018a\u2019", "'a'", "only in curly quotes"},
        {"a \u2014 b", "a - b", "only in typographic dashes"},
        {"a\u2026", "a...", "only in ellipses"},
        {"a\u200bb", "ab", "only in characters without a width (U+200B)"},
        {"a\u200eb", "ab", "only in invisible characters (U+200E)"},
        {"a\u2028b", "ab", "only in invisible characters (U+2028)"},
        {"a\u2028b", "a b", "only in whitespace and invisible characters (U+2028)"},
        {"a\u0085b c", "a b c", "only in whitespace and invisible characters (U+0085)"},
        {"a\u201eb\u201f", "a\"b\"", "only in curly quotes"},
        {"1\u20102\u20153", "1-2-3", "only in typographic dashes"},
        {"caf\u00e9", "cafe\u0301", "only in how accents are encoded (NFC and NFD)"},
        {"caf\u00e9", "cafe", "only in accents"},
        {"cafe\u0301", "cafe", "only in accents"},
        {"\u201ca\u201d\u00a0\u2013", "\"a\" -",
            "only in no-break spaces (U+00A0) and curly quotes and typographic dashes"},
        {"Name", "name", "only in upper and lower case"},
        {"\t\u201ca\u201d", "\"a\"", "only in whitespace and curly quotes"},
    }));
    CAPTURE(row.in_file, row.wanted);
    CHECK(difference(row.in_file, row.wanted, "the text") == row.words);
}

TEST_CASE("indentation follows from lines that stand in both")
{
    const auto row = GENERATE(values<Indentation>({
        {"two blanks are four", "a\n  b\n", "a\n    b\n", "    c\n", "a\n    b\n", "    ",
            "        "},
        {"four blanks are a tab", "a\n    b\n", "a\n\tb\n", "", "a\n\tb\n", "        ", "\t\t"},
        {"a tab is four blanks", "a\n\tb\n", "a\n    b\n", "", "a\n    b\n", "\t\t", "        "},
        {"deeper by one", "a\n  b\n", "  a\n    b\n", "", "x\n  a\n    b\n", "    ", "      "},
        {"one depth that is off says nothing of another if steps differ", "  a\n", "    a\n",
            "    b\n", "/*\n * x\n */\nf\n    a\n", "    ", "?"},
        {"one depth that is off is off by that if steps are the same", "  a\n", "      a\n",
            "      b\n", "f\n    b\n", "      ", "          "},
        {"less deep by a step of the file, or by two that are half as wide", "    a\n",
            "        a\n", "    a\nb\n", "f\n    b\n        a\n", "", "?"},
        {"half as deep, or off by four", "        a\n", "    a\n", "        a\n    b\n",
            "f\n  b\n    a\n", "    ", "?"},
        {"nothing is indented in the file", "    a\n", "a\n", "    a\n    b\n        c\n", "x\na\n",
            "        ", "    "},
        {"how deep the first line is says nothing", "        a\n        b\n",
            "            a\n            b\n", "        a\n        x\n            y\n",
            "a\n    b\n        c\n            a\n            b\n", "            ",
            "                "},
        {"a file of one depth shows no step", "    a\n", "      a\n", "    x\n        a\n",
            "      a\n", "        ", "?"},
        {"unless it is one of the writer's", "        a\n", "    a\n", "        x\n            a\n",
            "    a\n", "            ", "        "},
        {"less deep than all that is known", "    a\n", "\t\ta\n", "  x\n    a\n",
            "x\n\ty\n\t\ta\n", "  ", "\t"},
        {"less deep than the file can be", "    a\n", "a\n", "  x\n    a\n", "a\n", "  ", "?"},
        {"the blank of a comment says nothing of the rest", "/**\n * x\n */\na\n",
            "\t/**\n\t * x\n\t */\n\ta\n", "a\n    b\n", "c {\n\t/**\n\t * x\n\t */\n\ta\n}\n",
            "    ", "\t\t"},
        {"what is deeper stays deeper", " a\n  b\n\t\t  c\n", "  a\n    b\n\t\t      c\n",
            " a\n  x\n   y\n", "  a\n    b\n\t\t      c\n", "   ", "?"},
        {"two that are one differ", "a\n  b\n  c\n", "a\n  b\n    c\n", "", "a\n", "    ", "?"},
    }));
    CAPTURE(row.what);
    const auto written = text::split_lines(row.written);
    const auto file = text::split_lines(row.file);
    const auto more = text::split_lines(row.more);
    const auto whole = text::split_lines(row.whole);
    const Reindentation reindentation({written, file, more, whole});
    CHECK(reindentation.of(row.asked).value_or("?") == row.answer);
}
