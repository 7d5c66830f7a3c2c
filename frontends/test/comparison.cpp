#include "frontends/test/comparison.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <re2/re2.h>
#include <utility>

namespace frontends::test {

static std::string_view without_last_newline(std::string_view text)
{
    return text.substr(0, text.size() - (text.ends_with('\n') ? 1 : 0));
}

static bool fits(const TextCheck& check, std::string_view text)
{
    switch (check.kind) {
    case TextCheck::Kind::equals:
        return without_last_newline(text) == without_last_newline(check.text);
    case TextCheck::Kind::contains: return text.find(check.text) != std::string_view::npos;
    case TextCheck::Kind::matches: break;
    }
    return RE2::PartialMatch(
        re2::StringPiece(text.data(), text.size()), RE2(check.text, RE2::CannedOptions::Quiet));
}

static std::string expected_text(const TextCheck& check)
{
    const std::string text = text::in_quotes(check.text);
    switch (check.kind) {
    case TextCheck::Kind::equals: return "is not " + text;
    case TextCheck::Kind::contains: return "does not contain " + text;
    case TextCheck::Kind::matches: break;
    }
    return "does not match " + text;
}

static std::string shown_value(const Json& value)
{
    return value.is_string() ? text::in_quotes(value.get<std::string>())
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Members of an object are equal in any order.
static bool is_equal(const Json& one, const Json& other)
{
    if (!one.is_structured() || one.type() != other.type() || one.size() != other.size())
        return one == other;
    for (auto member = one.begin(); member != one.end(); ++member) {
        const auto found
            = one.is_object() ? other.find(member.key()) : other.begin() + (member - one.begin());
        if (found == other.end() || !is_equal(*member, *found))
            return false;
    }
    return true;
}

// A text is compared with what would be printed.
static std::optional<Difference> difference_of_value(
    const std::string& what, const ValueCheck& check, const Json& value)
{
    if (!check.text) {
        if (is_equal(value, check.value))
            return {};
        return Difference {check.place,
            what + " is not " + shown_value(check.value) + ", but " + shown_value(value)};
    }
    const bool may_fit = value.is_string() || check.text->kind != TextCheck::Kind::equals;
    const std::string text = value.is_string() ? value.get<std::string>() : shown_value(value);
    if (may_fit && fits(*check.text, text))
        return {};
    return Difference {
        check.place, what + " " + expected_text(*check.text) + ", but " + shown_value(value)};
}

static void compare_outputs(
    const AgentTest& test, const Outcome& outcome, std::vector<Difference>& found)
{
    for (const auto& check : test.output)
        if (auto difference = difference_of_value("the output", check, outcome.output))
            found.push_back(std::move(*difference));
    for (const auto& [name, check] : test.outputs) {
        const std::string what = "the output " + text::in_quotes(name);
        const auto value = outcome.outputs.find(name);
        if (value == outcome.outputs.end())
            found.push_back({check.place, "there is no output " + text::in_quotes(name)});
        else if (auto difference = difference_of_value(what, check, *value))
            found.push_back(std::move(*difference));
    }
}

static void compare_steps(
    const AgentTest& test, const Outcome& outcome, std::vector<Difference>& found)
{
    for (const auto& check : test.steps) {
        const auto step = outcome.steps.find(check.path);
        const std::string status = step == outcome.steps.end() ? "" : step->second;
        const auto words = [](const std::string& one) { return one.empty() ? "not reached" : one; };
        if (status != check.status)
            found.push_back({check.place,
                "the step " + text::in_quotes(check.path) + " is " + words(status)
                    + "; expected is " + words(check.status)});
    }
}

// Of an object the members that are expected, of everything else all.
static bool is_part_of(const Json& expected, const Json& made)
{
    if (!expected.is_object() || !made.is_object())
        return is_equal(expected, made);
    for (auto member = expected.begin(); member != expected.end(); ++member) {
        const auto found = made.find(member.key());
        if (found == made.end() || !is_part_of(member.value(), *found))
            return false;
    }
    return true;
}

static std::string shown_call(const std::string& tool, const Json& arguments)
{
    return arguments.is_null()
        ? tool
        : tool + " " + arguments.dump(-1, ' ', false, Json::error_handler_t::replace);
}

static void compare_call(
    const CallCheck& expected, const MadeCall& made, std::vector<Difference>& found)
{
    const bool has_arguments
        = expected.arguments.is_null() || is_part_of(expected.arguments, made.arguments);
    if (expected.tool != made.tool || !has_arguments) {
        found.push_back({expected.place,
            "the call is " + shown_call(made.tool, made.arguments) + ", not "
                + shown_call(expected.tool, expected.arguments)});
    } else if (expected.error != made.error) {
        const auto end = [](const std::string& error) {
            return error.empty() ? "succeeds" : "fails with " + error;
        };
        found.push_back({expected.place,
            "the call of " + made.tool + " " + end(made.error) + "; expected is that it "
                + end(expected.error)});
    }
}

static void compare_calls(
    const AgentTest& test, const Outcome& outcome, std::vector<Difference>& found)
{
    const std::size_t both = std::min(test.calls->size(), outcome.calls.size());
    for (std::size_t i = 0; i < both; ++i)
        compare_call((*test.calls)[i], outcome.calls[i], found);
    for (std::size_t i = both; i < test.calls->size(); ++i)
        found.push_back({(*test.calls)[i].place,
            "there is no call " + shown_call((*test.calls)[i].tool, (*test.calls)[i].arguments)});
    for (std::size_t i = both; i < outcome.calls.size(); ++i)
        found.push_back({test.calls_place,
            "there is another call, "
                + shown_call(outcome.calls[i].tool, outcome.calls[i].arguments)});
}

// `actual` is null if there is no such file.
static std::optional<Difference> difference_of_file(const std::string& path, Place place,
    const std::optional<TextCheck>& expected, const std::string* actual)
{
    if (actual == nullptr && expected)
        return Difference {place, "there is no file " + text::in_quotes(path)};
    if (actual != nullptr && !expected)
        return Difference {place, "the file " + text::in_quotes(path) + " is there"};
    if (expected && !fits(*expected, *actual))
        return Difference {expected->place,
            "the file " + text::in_quotes(path) + " " + expected_text(*expected) + ", but "
                + text::in_quotes(*actual)};
    return {};
}

static void compare_files(
    const AgentTest& test, const Outcome& outcome, std::vector<Difference>& found)
{
    for (const auto& [path, expected] : *test.files_after) {
        const auto file = outcome.files.find(path);
        if (auto difference = difference_of_file(path, test.file_places.at(path), expected,
                file == outcome.files.end() ? nullptr : &file->second))
            found.push_back(std::move(*difference));
    }
    for (const auto& [path, before] : test.files) {
        const auto after = outcome.files.find(path);
        if (test.files_after->contains(path))
            continue;
        if (after == outcome.files.end())
            found.push_back({test.files_place, "the file " + text::in_quotes(path) + " is gone"});
        else if (after->second != before)
            found.push_back(
                {test.files_place, "the file " + text::in_quotes(path) + " has changed"});
    }
    for (const auto& [path, after] : outcome.files)
        if (!test.files_after->contains(path) && !test.files.contains(path))
            found.push_back({test.files_place, "there is a new file " + text::in_quotes(path)});
}

std::vector<Difference> differences(const AgentTest& test, const Outcome& outcome)
{
    std::vector<Difference> found;
    if (test.exit_status != outcome.exit_status)
        found.push_back({test.exit_place,
            "the exit status is " + std::to_string(outcome.exit_status) + ", not "
                + std::to_string(test.exit_status)
                + (outcome.error.empty() ? "" : ": " + outcome.error)});
    for (const auto& check : test.answer)
        if (!fits(check, outcome.answer))
            found.push_back({check.place,
                "the answer " + expected_text(check) + ", but " + text::in_quotes(outcome.answer)});
    compare_outputs(test, outcome, found);
    compare_steps(test, outcome, found);
    if (test.calls)
        compare_calls(test, outcome, found);
    if (test.files_after)
        compare_files(test, outcome, found);
    return found;
}

}
