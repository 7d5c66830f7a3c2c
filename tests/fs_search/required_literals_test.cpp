#include "catch.hpp"
#include "random.hpp"
#include "tools/fs_search/matches.hpp"
#include "tools/fs_search/regex/required_literals.hpp"

#include <re2/re2.h>

#include <algorithm>

using namespace fs_search;
using namespace fs_search::regex;

namespace {

std::string texts_of(const std::string& pattern, Case letters = Case::matters)
{
    const auto syntax = parse_line_syntax(pattern, letters);
    if (!syntax)
        return "not understood";
    const Texts texts = required_texts(*syntax);
    std::string result = texts.any_case ? "(?i)" : "";
    for (const auto& text : texts.all)
        result += text + "|";
    return result;
}

}

TEST_CASE("a pattern tells which texts every match of it holds")
{
    const struct {
        const char* pattern;
        const char* texts;
    } rows[] = {
        {"PM_RESUME", "PM_RESUME|"},
        {"[A-Z]+_RESUME", "_RESUME|"},
        {"foo|bar", "foo|bar|"},
        {"(?:foo|bar)_x", "foo_x|bar_x|"},
        {"colou?r", "colour|color|"},
        {"ab*c", "c|"},
        {"x(yz)+w", "yz|"},
        {"x(yz)*", "x|"},
        {"x(yz){0,3}", "x|"},
        {"x(yz){2}", "yz|"},
        {"a{,2}b", "a{,2}b|"},
        {"a[xy]b", "axb|ayb|"},
        {"a[^x]b", "b|"},
        {"a[x-z]b", "b|"},
        {"a[]x]", "a]|ax|"},
        {"q[[:alpha:]]", "q|"},
        {"^#define\\s+\\w+$", "#define|"},
        {"\\bfoo\\b", "foo|"},
        {"a\\.b\\(", "a.b(|"},
        {"\\x41bc", "Abc|"},
        {"\\x{41}bc", "Abc|"},
        {"\\p{Greek}q", "q|"},
        {"\\pLq", "q|"},
        {"caf\xC3\xA9*", "caf|"},
        {"\xC3\xA9", "\xC3\xA9|"},
        {"(?P<name>foo)", "foo|"},
        {"(?i)Foo", "(?i)foo|"},
        {"(?i)task", "(?i)ta|"},
        {"(?i)sk", "(?i)"},
        {"(?i)q\xC3\xA9", "(?i)q|"},
        {"a(?i)b", "aB|ab|"},
        {"(?i:foo)", "(?i)foo|"},
        {"foo|", ""},
        {"foo|b*", ""},
        {"(foo|b*)qx", "qx|"},
        {"(?:|foo)", ""},
        {".*", ""},
        {"\\w+", ""},
        {"\\Qa.b\\E", "not understood"},
        {"foo\\C", "not understood"},
        {"\\101", "not understood"},
        {"foo\\nbar", "bar|"},
        {"\\Afoo", "foo|"},
        {"foo\\z", "foo|"},
        {"q[]\\-]", "q-|q]|"},
        {"q[\\t\\n]", "q|"},
        {"(?i){x", "(?i){x|"},
        {"[xX]1", "(?i)x1|"},
        {"[xX]1y", "X1y|x1y|"},
        {"(?i:x)1(?-i:\\W)", "(?i)x1|"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.pattern);
        CHECK(texts_of(row.pattern) == row.texts);
    }
}

TEST_CASE("a text requires its rarest line")
{
    CHECK(required_texts("a.*b").all == std::vector<std::string> {"a.*b"});
    CHECK(required_texts("foo\r\nquux").all == std::vector<std::string> {"quux"});
    CHECK(required_texts("\n").all.empty());
}

TEST_CASE("in any case, characters that have more than two forms are left out")
{
    CHECK(texts_of("PM_RESUME", Case::is_ignored) == "(?i)pm_re|");
    CHECK(texts_of("1_2", Case::is_ignored) == "1_2|");
    CHECK(texts_of("k", Case::is_ignored) == "(?i)");
}

namespace {

std::string pattern_with_texts(Random& random, int depth)
{
    std::string result;
    for (auto parts = random() % 4; parts-- > 0;) {
        if (depth > 0 && random() % 4 == 0)
            result += any(random, {"(", "(?:", "(?P<n>"}) + pattern_with_texts(random, depth - 1)
                + ")";
        else
            result += any(random,
                {"a", "b", "k", "S", "_", "\xC3\xA9", ".", "[ab]", "[^a]", "[]k]", "[a-c_]", "\\w",
                    "\\x61", "\\b", "^", "$", "\\_", "\\p{L}", "[\\w-]", "[[:alpha:]b]", "(?i)",
                    "(?i:a)", "\\Qa|\\E", "{", "\\t"});
        result
            += any(random, {"", "", "", "", "*", "+", "?", "{2}", "{0,1}", "{1,}", "{,1}", "+?"});
        if (random() % 6 == 0)
            result += "|";
    }
    return result;
}

std::string line_with_texts(Random& random)
{
    std::string result;
    for (auto parts = random() % 12; parts-- > 0;)
        result += any(random,
            {"a", "A", "b", "B", "k", "K", "s", "S", "_", "\xC3\xA9", "\xC3\x89", "\xC5\xBF",
                "\xE2\x84\xAA", "|", "]", "-", " ", "{,1}", "\\", "\xFF", "\t", "c"});
    return result + "\n";
}

}

TEST_CASE("what RE2 finds in a text is found with the help of required texts too")
{
    Random random(1);
    int found = 0;
    for (int round = 0; round < random_patterns; ++round) {
        Query query {
            pattern_with_texts(random, 2), true, random() % 2 == 0, random() % 4 == 0, false};
        std::string text;
        for (int lines = 0; lines < 6; ++lines)
            text += line_with_texts(random);
        RE2::Options options;
        options.set_log_errors(false);
        options.set_never_nl(true);
        options.set_case_sensitive(!query.ignore_case);
        const RE2 plain("(?m)" + query.text, options);
        if (!plain.ok() || query.text.empty())
            continue;
        CAPTURE(query.text, query.ignore_case, text);
        const Matcher matcher(query);
        const auto span = MatchSequence(matcher, text).next(0);
        re2::StringPiece match;
        // Behind the last line break there is no line.
        if (!query.whole_word && plain.Match(text, 0, text.size(), RE2::UNANCHORED, &match, 1)
            && match.data() < text.data() + text.size()) {
            ++found;
            REQUIRE(matcher.may_be_in(text));
            REQUIRE(span);
            CHECK(span->begin == static_cast<std::size_t>(match.data() - text.data()));
            CHECK(span->end == span->begin + match.size());
        }
        CHECK((!span || matcher.may_be_in(text)));
    }
    CHECK(found > random_patterns / 6);
}
