#include "catch.hpp"

#include "agent/redaction/backtracking.hpp"
#include "agent/redaction/pattern_program.hpp"
#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/shape_pattern.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace agent::redaction;

namespace {

using Random = std::mt19937;

constexpr std::size_t without_limit = 1 << 22;

#if defined(SANITIZED) || !defined(__OPTIMIZE__)
constexpr int texts_of_a_pattern = 20;
#else
constexpr int texts_of_a_pattern = 150;
#endif

const std::string common = "aZ9 \"'\n:=-_/\\<>.{}\xc3";

// A text that the program matches, or nearly does.
std::string text_for(const PatternProgram& program, Random& random)
{
    std::string text;
    std::uint32_t number = program.first;
    for (int count = 0; count < 400; ++count) {
        const PatternProgram::Step& step = program.steps[number];
        std::uint32_t next = step.next;
        if (step.kind == PatternProgram::Step::Kind::matched)
            break;
        if (step.kind == PatternProgram::Step::Kind::fork
            || step.kind == PatternProgram::Step::Kind::loop)
            next = random() % 2 == 0 ? step.other : step.next;
        if (step.kind == PatternProgram::Step::Kind::again)
            next = random() % 2 == 0 ? step.other : program.steps[step.other].next;
        if (step.kind == PatternProgram::Step::Kind::bytes) {
            std::string members;
            for (const char c : common)
                if (step.set.test(static_cast<unsigned char>(c)))
                    members += c;
            if (members.empty())
                members = static_cast<char>(step.set._Find_first());
            const std::uint32_t more = std::min(step.greatest - step.least, 3U);
            const std::uint32_t times = step.least + random() % (more + 1);
            for (std::uint32_t time = 0; time < times; ++time)
                text += members[random() % members.size()];
        }
        number = next;
    }
    return text;
}

std::string changed(std::string text, Random& random)
{
    for (auto count = random() % 3; count-- > 0 && !text.empty();) {
        const std::size_t at = random() % text.size();
        if (random() % 2 == 0)
            text[at] = common[random() % common.size()];
        else
            text.erase(at, 1);
    }
    return text;
}

std::vector<std::string> found_by_re2(const RE2& pattern, const std::string& text)
{
    std::vector<re2::StringPiece> groups(
        1 + std::min<std::size_t>(pattern.NumberOfCapturingGroups(), 11));
    std::vector<std::string> found;
    if (pattern.Match(text, 0, text.size(), RE2::ANCHOR_START, groups.data(),
            static_cast<int>(groups.size())))
        for (const auto& group : groups)
            found.emplace_back(group.data(), group.size());
    return found;
}

std::vector<std::string> found_by_backtracking(
    const PatternProgram& program, const Backtracked& found)
{
    const std::size_t count = 1 + std::min<std::size_t>(program.groups, 11);
    if (!found.is_match)
        return {};
    return {found.groups.begin(), found.groups.begin() + static_cast<std::ptrdiff_t>(count)};
}

}

TEST_CASE("backtracking finds what RE2 finds, and tells what may depend on what follows")
{
    Random random(20261123); // NOLINT: the same ones each time
    int matches = 0;
    int certain = 0;
    for (const auto& shape : secret_shapes()) {
        CAPTURE(shape.name);
        const auto program = program_of(shape.pattern);
        REQUIRE(program);
        const RE2 pattern(shape.pattern, RE2::Latin1);
        REQUIRE(pattern.ok());
        for (int count = 0; count < texts_of_a_pattern; ++count) {
            const std::string text = changed(text_for(*program, random), random);
            const Backtracked found = backtrack(*program, text, without_limit);
            if (!found.is_decided)
                continue;
            CAPTURE(text);
            const auto groups = found_by_backtracking(*program, found);
            CHECK(groups == found_by_re2(pattern, text));
            matches += found.is_match ? 1 : 0;
            if (found.depends_on_more)
                continue;
            ++certain;
            const std::string longer = text + changed(text_for(*program, random), random);
            CHECK(groups == found_by_re2(pattern, longer));
        }
    }
    CHECK(matches > texts_of_a_pattern * 20); // else the texts prove nothing
    CHECK(certain > texts_of_a_pattern * 20);
}

TEST_CASE("a pattern is read as RE2 reads it")
{
    const auto [pattern, text] = GENERATE(table<std::string, std::string>({
        {"a{2,3}?b*?c", "aaac"},
        {"(?i)k[^s]|MAß", "kS"},
        {"(?i)k[^x]|x", "Ky"},
        {"(?:a(?i)b)|B", "AB"},
        {"(a)|(b)|(?:(c)d)+", "cdcde"},
        {"(?:(a{1,2})|b){2,3}?c", "aabac"},
        {"(?:(a{1,2})|b){2,3}c", "aabac"},
        {"[]a-]+x", "]a-x"},
        {"[\\w.-]+\\b", "a.b-c d"},
        {"[\\x41-C\\\\]+\\z", "AB\\C"},
        {"(?:ab|a)(?:c|bcd)(d*)", "abcd"},
        {"a{0}b(?:c){0}d", "bd"},
        {"(?:[ab]{1,2}c){1,2}?d|(a)", "abcbcd"},
        {"(?:a|ab)*(c)", "ababc"},
    }));
    CAPTURE(pattern, text);
    const auto program = program_of(pattern);
    REQUIRE(program);
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const std::string beginning = text.substr(0, size);
        CAPTURE(beginning);
        CHECK(found_by_backtracking(*program, backtrack(*program, beginning, without_limit))
            == found_by_re2(RE2(pattern, RE2::Latin1), beginning));
    }
}

TEST_CASE("what a program cannot have is left to RE2")
{
    const auto pattern = GENERATE("^a", "a$", "a.b", "(?P<x>a)", "(?s:a)", "[[:alpha:]]", "\\pL",
        "(?:a*)*", "(?:a?){3}", "a{,2}", "(a", "a)", "[a", "\\", "\\x4", "*");
    CAPTURE(pattern);
    CHECK_FALSE(program_of(pattern));
}

TEST_CASE("a text that takes long to search is found all the same")
{
    const std::string pattern = "(?:(?:a|aa|aaa)+b|a+(x))";
    const ShapePattern shape(pattern);
    const std::string text(60, 'a');
    CHECK_FALSE(backtrack(*program_of(pattern), text, 1000).is_decided);
    for (int count = 0; count < 100; ++count) { // soon RE2 is asked at once
        CHECK_FALSE(shape.find_secret(text));
        CHECK(shape.may_go_on(text));
        CHECK_FALSE(shape.may_go_on(text + "c"));
        const auto secret = shape.find_secret(text + "x");
        REQUIRE(secret);
        CHECK(secret->first == text.size());
        CHECK(secret->after == text.size() + 1);
    }
}
