#include "catch.hpp"
#include "toolkit/glob/pattern_syntax.hpp"
#include "toolkit/system/error.hpp"
#include "tools/fs_search/matches.hpp"

using namespace fs_search;
using namespace toolkit::glob;
using namespace toolkit::system;

TEST_CASE("a pattern names a control character in any of its spellings")
{
    const struct {
        const char* pattern;
        bool names;
        bool requires_it;
    } rows[] = {
        {"a\\nb", true, true},
        {"a\nb", true, true},
        {"\\x0a", true, true},
        {"\\x{A}", true, true},
        {"\\012", true, true},
        {"[\\n]", true, false},
        {"[^\\n]", false, false},
        {"[a\\n]b", true, false},
        {"[]\\n]", true, false},
        {"[[:space:]\\n]", true, false},
        {"[[:space:]]\\n", true, true},
        {"\\\\n", false, false},
        {"n", false, false},
        {"\\s", false, false},
        {"\\", false, false},
        {"[", false, false},
        {"\\x{", false, false},
        {"[[:", false, false},
        {"\\Q\\n\\E", false, false},
        {"\\Qa\\E\\n", true, true},
        {"\\Qa\n", true, true},
        {"[\\Q\\n]", true, false},
    };
    for (const auto& row : rows) {
        CAPTURE(row.pattern);
        CHECK(names_character(row.pattern, '\n') == row.names);
        CHECK(requires_character(row.pattern, '\n') == row.requires_it);
    }
}

TEST_CASE("what RE2 lacks is refused with something to write in its place")
{
    const struct {
        const char* pattern;
        const char* advice; // a part of it
    } rows[] = {
        {"foo(?=bar)", "no look-around"},
        {"foo(?!bar)", "no look-around"},
        {"(?<=foo)bar", "no look-around"},
        {"(?<!foo)bar", "no look-around"},
        {"(a)\\1", "no back-references"},
        {"(?P<x>a)(?P=x)", "no back-references"},
        {"(?P<x>a)\\k<x>", "no back-references"},
        {"a*+b", "no possessive"},
        {"a++", "no possessive"},
        {"(?>a|b)c", "no atomic groups"},
        {"a\\Z", "\\z"},
        {"\\<word\\>", "write \\b"},
        {"word\\>", "write \\b"},
        {"\\b{start}word", "write \\b"},
        {"a(b", "stands for itself"},
        {"a{2,1}", "{least,most}"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.pattern);
        try {
            const Matcher matcher({.text = row.pattern, .is_regex = true});
            FAIL("it was accepted");
        } catch (const ToolError& error) {
            CHECK(error.code == Code::bad_pattern);
            CHECK(error.hint.find(row.advice) != std::string::npos);
        }
    }
}

TEST_CASE("what merely looks like it is accepted")
{
    for (const char* pattern : {"\\(?=", "[(?=]", "\\*+", "[*+]", "\\\\1", "(?:a)", "a{2}b",
             "\\Q\\<\\E", "[\\<]", "<a>", "\\\\<"}) {
        CAPTURE(pattern);
        CHECK_NOTHROW(Matcher({.text = pattern, .is_regex = true}));
    }
}

TEST_CASE("a matcher finds the leftmost match")
{
    const struct {
        Query query;
        const char* text;
        int begin; // -1: none
        int end;
    } rows[] = {
        {{"b"}, "abc", 1, 2},
        {{"a.c"}, "abc", -1, 0},
        {{"a.c", true}, "xabc", 1, 4},
        {{"B", false, true}, "abc", 1, 2},
        {{"K", false, true}, "\xE2\x84\xAA", 0, 3}, // the Kelvin sign folds to k
        {{"a.c", true}, "a\nc", -1, 0},
        {{"a[^b]c", true}, "a\nc", -1, 0},
        {{"a\\sc", true}, "a\nc", -1, 0},
        {{"a[^b]c", true, false, false, true}, "a\nc", 0, 3},
        {{"a.c", true, false, false, true}, "a\nc", 0, 3},
        {{"(?-s)a.c", true, false, false, true}, "a\nc", -1, 0},
        {{"(?s)a.c", true}, "a\nc", -1, 0},
        {{"a\nc", false, false, false, true}, "a\nc", 0, 3},
        {{"^b", true}, "a\nb", 2, 3},
        {{"a$", true}, "a\nb", 0, 1},
        {{"word", false, false, true}, "sword words word", 12, 16},
        {{"word", false, false, true}, "word_ w0rd xword", -1, 0},
        {{"-x", false, false, true}, "a-x -x", 4, 6},
        {{"caf", false, false, true}, "caf\xC3\xA9", -1, 0},
        {{"a|ab", true, false, true}, "ab", 0, 2},
        {{"\\Qa.b", true, false, true}, "a.bc a.b", 5, 8},
        {{"(a)|(b)", true, false, true}, "xa b", 3, 4},
    };
    for (const auto& row : rows) {
        CAPTURE(row.query.text, row.text);
        const Matcher matcher(row.query);
        const auto found = MatchSequence(matcher, row.text).next(0);
        CHECK(found.has_value() == (row.begin >= 0));
        if (found) {
            CHECK(static_cast<int>(found->begin) == row.begin);
            CHECK(static_cast<int>(found->end) == row.end);
        }
    }
}

TEST_CASE("whether a file may hold a match is told by its bytes where they show it")
{
    CHECK_FALSE(Matcher({"ab"}).may_be_in("ba"));
    CHECK(Matcher({"ab"}).may_be_in("bab"));
    CHECK_FALSE(Matcher({"\\p{Greek}", true}).may_be_in("alpha"));
    CHECK(Matcher({"\\p{Greek}", true}).may_be_in("alpha \xCE\xB1"));
    CHECK(Matcher({"\\p{Greek}|x", true}).may_be_in("alpha"));
    CHECK(Matcher({"ab"}).may_be_in("\xFF\xFEx")); // UTF-16
}

TEST_CASE("a pattern that is too large is refused")
{
    const Query query {.text = "((\\pL{500}){500})", .is_regex = true};
    CHECK_THROWS_AS(Matcher(query), ToolError);
}
