#include "catch.hpp"
#include "random.hpp"
#include "tools/fs_search/regex/automaton_scan.hpp"

#include <re2/re2.h>

#include <sstream>

using namespace fs_search::regex;
using namespace fs_search::text;

namespace {

std::optional<LineAutomaton> automaton(const std::string& pattern, Case letters = Case::matters)
{
    const auto syntax = parse_line_syntax(pattern, letters);
    return syntax ? automaton_for(*syntax) : std::nullopt;
}

// Their numbers, from 1.
std::string accepted(const LineAutomaton& automaton, const std::string& text)
{
    std::string numbers;
    for (const std::size_t place : accepted_lines(automaton, text)) {
        const auto before = text.begin() + static_cast<std::ptrdiff_t>(place);
        numbers += std::to_string(1 + std::count(text.begin(), before, '\n')) + " ";
    }
    return numbers;
}

}

TEST_CASE("an automaton accepts the lines that match")
{
    const struct {
        const char* pattern;
        const char* text;
        const char* lines;
    } rows[] = {
        {"b", "a\nb\nabc", "2 3 "},
        {"^b", "ab\nb\n", "2 "},
        {"a$", "a\nab\nba", "1 3 "},
        {"^$", "a\n\nb\n", "2 "},
        {"$^", "a\n\nb\n", "2 "},
        {"^$", "a\nb", ""},
        {"\\bfoo\\b", "foo\nfoob\nafoo\n(foo)\nx foo", "1 4 5 "},
        {"\\Bfoo", "foo\nafoo\n foo\n", "2 "},
        {"foo\\B", "foo\nfoob\nfoo b\n", "2 "},
        {"a[^b]c", "abc\naxc\na\nc\n", "2 "},
        {"a\\sc", "a\nc\na c\na\tc\n", "3 4 "},
        {"a{2,3}b", "ab\naab\naaaab\n", "2 3 "},
        {"^a{2,3}b", "ab\naab\naaaab\n", "2 "},
        {"^(ab|c){2}$", "ab\nabc\ncc\nccc\n", "2 3 "},
        {"^[]a-c-]+$", "]\n-\nb\nd\n", "1 2 3 "},
        {"^[[:digit:]x]+$", "1x\n1y\n", "1 "},
        {"^[^[:digit:]x]+$", "1x\nay\n", "2 "},
        {"x(?i)y(?-i)z", "xyz\nxYz\nXyz\nxyZ\n", "1 2 "},
        {"(x(?i)y|z)a", "xYa\nZa\nZA\nxyA\n", "1 2 "},
        {"(?i:x)y", "Xy\nXY\n", "1 "},
        {"a{,2}", "a{,2}\naa\n", "1 "},
        {"^\\x41\\x{42}\\.$", "AB.\nABx\n", "1 "},
        {"^\xC3\xA9$", "\xC3\xA9\n\xC3\xA8\n\xE9\n", "1 "},
        {"^.$", "a\n\xC3\xA9\nab\n\xFF\n", "1 2 "},
        {"^\\pN$", "7\nx\n", "1 "},
        {"\\p{Greek}", "\xCE\xB1\na\n", "1 "},
    };
    for (const auto& row : rows) {
        CAPTURE(row.pattern);
        const auto table = automaton(row.pattern);
        REQUIRE(table);
        CHECK(accepted(*table, row.text) == row.lines);
    }
}

TEST_CASE("a pattern of characters beyond ASCII alone passes over lines of ASCII, wherever the "
          "others are")
{
    CHECK(automaton("\\w+ [\xC3\xA9-\xC3\xBF]")->wants_more_than_ascii());
    CHECK_FALSE(automaton("x|\\p{Greek}")->wants_more_than_ascii());
    CHECK_FALSE(automaton("\\PL")->wants_more_than_ascii());
    const auto table = automaton("\\p{Greek}");
    REQUIRE(table->wants_more_than_ascii());
    for (const std::size_t before : {0, 1, 127, 128, 129, 500, 5000}) {
        CAPTURE(before);
        std::string text = std::string(before, 'x') + "\n" + std::string(before, 'y');
        CHECK(accepted(*table, text).empty());
        text += "\xCE\xB1 a\nb\n\xCE\xB2";
        CHECK(accepted(*table, text) == "2 4 ");
    }
    for (const std::size_t between : {0, 1, 4090, 4091, 4092, 4093, 4094, 9000}) {
        CAPTURE(between);
        const std::string lines = "\xCE\xB1\n" + std::string(between, 'x') + "\n\xCE\xB2\n";
        CHECK(accepted(*table, lines + lines) == "1 3 4 6 ");
        CHECK(accepted(*table, "x\n" + lines + "y") == "2 4 ");
    }
}

TEST_CASE("in any case, a k and an s may be characters beyond ASCII, and they may be a k and an s")
{
    const std::string text = "k\nK\n\xE2\x84\xAA\n\xC5\xBF\ns\n";
    CHECK(accepted(*automaton("^k$", Case::is_ignored), text) == "1 2 3 4 "); // 4: relaxed
    CHECK(accepted(*automaton("^\xC5\xBF$", Case::is_ignored), text) == "3 4 5 ");
    CHECK(accepted(*automaton("^[\xE2\x84\xA0-\xE2\x84\xB0]$", Case::is_ignored), text)
        == "1 2 3 4 ");
    CHECK(accepted(*automaton("^[^\xE2\x84\xAA]$", Case::is_ignored), text) == "3 4 5 ");
}

TEST_CASE("there is no automaton for what is not understood, what is too large, and what every "
          "line matches")
{
    for (const char* pattern : {"\\Afoo", "foo\\z", "\\Qa\\E", "\\101", "\\C", "(?-m)^a",
             "(?-m:a$)", "a*", "a|", "x.{9}x.{9}x.{9}", "(?:a{100}){100}"}) {
        CAPTURE(pattern);
        CHECK(!automaton(pattern));
    }
}

TEST_CASE("lines of any length, in any number, are found where they are")
{
    const auto table = automaton("[xy]z");
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        std::string text;
        std::string expected;
        const int lines = static_cast<int>(random() % 60);
        const auto longest = 1 + random() % (round % 2 == 0 ? 20 : 900);
        for (int line = 1; line <= lines; ++line) {
            const bool matches = random() % 4 == 0;
            const auto before = random() % longest;
            text += std::string(before, '.') + (matches ? "xz" : "x.")
                + std::string(random() % longest, '-');
            text += line < lines || random() % 2 == 0 ? "\n" : "";
            expected += matches ? std::to_string(line) + " " : "";
        }
        CAPTURE(round);
        REQUIRE(accepted(*table, text) == expected);
    }
}

namespace {

std::string pattern(Random& random, int depth)
{
    std::string result;
    for (auto parts = 1 + random() % 4; parts-- > 0;) {
        if (depth > 0 && random() % 4 == 0)
            result += any(random, {"(", "(?:", "(?P<n>", "(?i:", "(?s-i:"})
                + pattern(random, depth - 1) + ")";
        else
            result += any(random,
                {"a", "b", "K", "s", "_", "\xC3\xA9", ".", "[ab]", "[^a]", "[^k]", "[]k]", "[a-c_]",
                    "\\w", "\\W", "\\d", "\\D", "\\s", "\\S", "\\x61", "\\b", "\\B", "^", "$",
                    "\\_", "\\p{L}", "\\PL", "\\p{Lu}", "[\\w-]", "[^\\w]", "[^\\W]",
                    "[[:^alpha:]b]", "[[:upper:]]", "[^[:^upper:]]", "[\xC3\xA9-\xE2\x84\xBF]",
                    "[^\xC3\xA9-\xE2\x84\xBF]", "[\\x{17f}]", "[^\\pL]", "[ -~]", "(?i)", "{",
                    "\\t", "\\xe9", "\\n"});
        result += any(
            random, {"", "", "", "", "*", "+", "?", "{2}", "{0}", "{0,1}", "{1,}", "{,1}", "+?"});
        if (random() % 8 == 0)
            result += "|";
    }
    return result;
}

std::string line(Random& random)
{
    std::string result;
    for (auto parts = random() % 9; parts-- > 0;)
        result += any(random,
            {"a", "A", "b", "K", "k", "s", "S", "_", "7", "\xC3\xA9", "\xC3\x89", "\xC5\xBF",
                "\xE2\x84\xAA", "-", " ", "{,1}", "\xFF", "\xC3", "\x80", "\xF0\x9F\x98\x80", "\t",
                "\r", "c", "{"});
    return result + "\n";
}

}

TEST_CASE("a line that RE2 finds a match on is accepted, and few others are")
{
    Random random(2);
    int tables = 0;
    int matching = 0;
    int in_vain = 0;
    for (int round = 0; round < random_patterns; ++round) {
        const std::string wanted = pattern(random, 2);
        const bool any_case = random() % 2 == 0;
        std::string text;
        for (int lines = 0; lines < 12; ++lines)
            text += line(random);
        RE2::Options options;
        options.set_log_errors(false);
        options.set_never_nl(true);
        options.set_case_sensitive(!any_case);
        const RE2 expression("(?m)" + wanted, options);
        const auto table = automaton(wanted, any_case ? Case::is_ignored : Case::matters);
        if (!expression.ok() || !table)
            continue;
        ++tables;
        CAPTURE(wanted, any_case, text);
        const std::string found = " " + accepted(*table, text);
        int number = 0;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            const bool is_accepted
                = found.find(" " + std::to_string(++number) + " ") != std::string::npos;
            const bool matches = RE2::PartialMatch(line, expression);
            matching += matches ? 1 : 0;
            in_vain += is_accepted && !matches ? 1 : 0;
            REQUIRE((is_accepted || !matches));
        }
    }
    CHECK(tables > random_patterns / 3);
    CHECK(in_vain * 4 < matching);
}

TEST_CASE("the numbers of bytes are the same with any processor")
{
    const struct {
        std::size_t count;
        std::size_t stride;
    } rows[] = {{1, 2}, {2, 2}, {17, 2}, {127, 2}, {1, 4}, {2, 4}, {10, 4}, {16, 4}};
    std::mt19937 random(3);
    for (const auto& row : rows) {
        CAPTURE(row.count, row.stride);
        std::array<std::uint8_t, 256> kinds {};
        for (auto& kind : kinds)
            kind = static_cast<std::uint8_t>(random() % row.count);
        std::string bytes;
        for (int index = 0; index < 640; ++index)
            bytes += static_cast<char>(random() % (index < 320 ? 128 : 256));
        const auto numbers = [&](Instructions instructions) {
            std::vector<std::uint16_t> result(bytes.size() / row.stride);
            ByteKinds(kinds, row.count, instructions)
                .numbers(bytes.data(), bytes.size(), row.stride, result.data());
            return result;
        };
        std::vector<std::uint16_t> expected;
        for (std::size_t at = 0; at < bytes.size(); at += row.stride) {
            std::size_t number = 0;
            for (const char byte : bytes.substr(at, row.stride))
                number = number * row.count + kinds[static_cast<unsigned char>(byte)];
            expected.push_back(static_cast<std::uint16_t>(number));
        }
        CHECK(numbers(Instructions::fastest) == expected);
        CHECK(numbers(Instructions::portable) == expected);
    }
}

TEST_CASE(
    "an automaton takes four bytes a step where its table is small, and as many lines with two")
{
    CHECK(automaton("[a-z]+[A-Z][a-z]+\\(")->stride() == 4);
    const auto large = automaton("^[0-9]{3}: (abc|def|ghi|jkl|mno|pqr)+ [^ ]{9} \\w+[uvwxyz]{4}$");
    REQUIRE(large);
    CHECK(large->stride() == 2);
    std::string text;
    for (int copy = 0; copy < 400; ++copy)
        text += "123: abcmno 987654321 Xyzzy\n123: abcmno 987654321 Xyzza\n";
    CHECK(accepted_lines(*large, text).size() == 400);
}
