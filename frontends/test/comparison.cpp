#include "frontends/test/comparison.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/model/price.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/unified_diff.hpp"

#include <algorithm>
#include <re2/re2.h>
#include <utility>

namespace frontends::test {

static std::string_view without_last_newline(std::string_view text)
{
    return text.substr(0, text.size() - (text.ends_with('\n') ? 1 : 0));
}

// Returns why the text does not fit the schema; an empty text if it fits.
static std::string misfit_of(const Json& schema, std::string_view text)
try {
    json::Schema(schema, calls::compiled_by_re2).check(json::parse_bounded(text));
    return {};
} catch (const ToolError& error) {
    return error.message;
}

// Returns what is wrong with the text, such as "does not contain 'x'"; an empty text if it fulfils
// the condition.
static std::string complaint_about(const TextCheck& check, std::string_view text)
{
    const auto choose = [&](bool fulfils, const std::string& without, const std::string& with) {
        if (fulfils != check.is_negated)
            return std::string();
        return check.is_negated ? with : without;
    };
    const std::string shown = text::in_quotes(check.text);
    switch (check.kind) {
    case TextCheck::Kind::equals:
        return choose(without_last_newline(text) == without_last_newline(check.text),
            "is not " + shown, "is " + shown);
    case TextCheck::Kind::contains:
        return choose(text.find(check.text) != std::string_view::npos, "does not contain " + shown,
            "contains " + shown);
    case TextCheck::Kind::fits: {
        const std::string misfit = misfit_of(check.schema, text);
        return choose(misfit.empty(), "does not fit the schema: " + misfit, "fits the schema");
    }
    case TextCheck::Kind::matches: break;
    }
    return choose(RE2::PartialMatch(re2::StringPiece(text.data(), text.size()),
                      RE2(check.text, RE2::CannedOptions::Quiet)),
        "does not match " + shown, "matches " + shown);
}

static bool has_lines(std::string_view text)
{
    return without_last_newline(text).find('\n') != std::string_view::npos;
}

static std::string with_last_newline(std::string_view text)
{
    return std::string(without_last_newline(text)) + "\n";
}

// Returns the difference of a text from what is expected: a unified diff if it should equal a text
// of several lines.
static std::optional<Difference> difference_of_text(
    const std::string& what, const TextCheck& check, const std::string& text)
{
    static constexpr std::size_t max_diff = 16 << 10;
    const std::string complaint = complaint_about(check, text);
    if (complaint.empty())
        return {};
    const bool is_compared = check.kind == TextCheck::Kind::equals && !check.is_negated;
    if (!is_compared || !has_lines(check.text + text))
        return Difference {check.place,
            what + " " + complaint + (check.is_negated ? "" : ", but " + text::in_quotes(text))};
    const std::string before = with_last_newline(check.text);
    const text::Diff diff
        = text::unified_diff(before, {text::difference_between(before, with_last_newline(text))},
            {"expected", "found"}, max_diff);
    const std::size_t hunks = diff.text.find("@@");
    return Difference {check.place,
        what + " is not the expected text; '-' is expected, '+' is found",
        diff.text.substr(std::min(hunks, diff.text.size()))};
}

static std::string shown_value(const Json& value)
{
    return value.is_string() ? text::in_quotes(value.get<std::string>())
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Compares members of objects in any order.
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

// Compares text with the printed form of a value.
static std::optional<Difference> difference_of_value(
    const std::string& what, const ValueCheck& check, const Json& value)
{
    if (!check.text) {
        if (is_equal(value, check.value))
            return {};
        return Difference {check.place,
            what + " is not " + shown_value(check.value) + ", but " + shown_value(value)};
    }
    const TextCheck& of_text = *check.text;
    if (value.is_string() && of_text.kind != TextCheck::Kind::fits)
        return difference_of_text(what, of_text, value.get<std::string>());
    const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    const bool is_another_type = of_text.kind == TextCheck::Kind::equals && !of_text.is_negated;
    const std::string complaint = is_another_type ? "is not " + text::in_quotes(of_text.text)
                                                  : complaint_about(of_text, text);
    if (complaint.empty())
        return {};
    return Difference {check.place,
        what + " " + complaint + (of_text.is_negated ? "" : ", but " + shown_value(value))};
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

// Returns true if an object has the expected members, and any other value equals the expected one.
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

static std::string shown_call(const CallCheck& call)
{
    return shown_call(call.tool, call.arguments);
}

static bool is_call(const CallCheck& expected, const MadeCall& made)
{
    return expected.tool == made.tool
        && (expected.arguments.is_null() || is_part_of(expected.arguments, made.arguments));
}

static void compare_call(
    const CallCheck& expected, const MadeCall& made, std::vector<Difference>& found)
{
    if (!is_call(expected, made)) {
        found.push_back({expected.place,
            "the call is " + shown_call(made.tool, made.arguments) + ", not "
                + shown_call(expected)});
    } else if (expected.error != made.error) {
        const auto end = [](const std::string& error) {
            return error.empty() ? "succeeds" : "fails with " + error;
        };
        found.push_back({expected.place,
            "the call of " + made.tool + " " + end(made.error) + "; expected is that it "
                + end(expected.error)});
    }
}

static void compare_in_order(
    const CallsCheck& expected, const Outcome& outcome, std::vector<Difference>& found)
{
    const std::size_t both = std::min(expected.calls.size(), outcome.calls.size());
    for (std::size_t i = 0; i < both; ++i)
        compare_call(expected.calls[i], outcome.calls[i], found);
    for (std::size_t i = both; i < expected.calls.size(); ++i)
        found.push_back(
            {expected.calls[i].place, "there is no call " + shown_call(expected.calls[i])});
    for (std::size_t i = both; i < outcome.calls.size(); ++i)
        found.push_back({expected.place,
            "there is another call, "
                + shown_call(outcome.calls[i].tool, outcome.calls[i].arguments)});
}

namespace {

// Matches expected calls with calls that were made, one to one and as many as possible, by
// augmenting paths: an expectation without arguments does not take the only call that fits another
// expectation.
class Assignment {
public:
    Assignment(const std::vector<CallCheck>& expected, const std::vector<MadeCall>& made)
        : expected(expected)
        , made(made)
        , taken_by(made.size(), nobody)
    {
        for (std::size_t i = 0; i < expected.size(); ++i) {
            std::vector<bool> seen(made.size());
            if (!assign(i, seen))
                without_call.push_back(i);
        }
    }

    const std::vector<std::size_t>& missing() const { return without_call; }
    bool is_taken(std::size_t call) const { return taken_by[call] != nobody; }

private:
    static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

    bool assign(std::size_t check, std::vector<bool>& seen)
    {
        for (std::size_t call = 0; call < made.size(); ++call) {
            if (seen[call] || !is_call(expected[check], made[call])
                || expected[check].error != made[call].error)
                continue;
            seen[call] = true;
            if (taken_by[call] == nobody || assign(taken_by[call], seen)) {
                taken_by[call] = check;
                return true;
            }
        }
        return false;
    }

    const std::vector<CallCheck>& expected;
    const std::vector<MadeCall>& made;
    std::vector<std::size_t> taken_by; // for each call
    std::vector<std::size_t> without_call = {};
};

}

static void compare_in_any_order(
    const CallsCheck& expected, const Outcome& outcome, std::vector<Difference>& found)
{
    const Assignment assignment(expected.calls, outcome.calls);
    for (const std::size_t check : assignment.missing()) {
        const CallCheck& call = expected.calls[check];
        found.push_back({call.place,
            "there is no call " + shown_call(call)
                + (call.error.empty() ? " that succeeds" : " that fails with " + call.error)});
    }
    if (expected.kind == CallsCheck::Kind::among_others)
        return;
    for (std::size_t i = 0; i < outcome.calls.size(); ++i)
        if (!assignment.is_taken(i))
            found.push_back({expected.place,
                "there is another call, "
                    + shown_call(outcome.calls[i].tool, outcome.calls[i].arguments)});
}

static void compare_calls(
    const AgentTest& test, const Outcome& outcome, std::vector<Difference>& found)
{
    if (test.calls && test.calls->kind == CallsCheck::Kind::in_order)
        compare_in_order(*test.calls, outcome, found);
    else if (test.calls)
        compare_in_any_order(*test.calls, outcome, found);
    for (const auto& call : test.not_called)
        for (const auto& made : outcome.calls)
            if (is_call(call, made))
                found.push_back(
                    {call.place, "there is a call " + shown_call(made.tool, made.arguments)});
}

namespace {

// An amount that a test limits.
struct Used {
    const char* name;
    std::optional<double> amount;
    const char* if_unknown = ""; // the message if there is no amount
};

}

static Used used(UsageCheck::Kind kind, const Usage& usage)
{
    switch (kind) {
    case UsageCheck::Kind::requests: return {"requests", usage.requests};
    case UsageCheck::Kind::tokens:
        return {"tokens", usage.tokens, "the server does not report its tokens"};
    case UsageCheck::Kind::cost:
        return {"cost", usage.cost, "the config has no prices for the model"};
    case UsageCheck::Kind::seconds: break;
    }
    return {"seconds", usage.seconds};
}

static void compare_usage(
    const AgentTest& test, const Outcome& outcome, std::vector<Difference>& found)
{
    for (const auto& limit : test.limits) {
        const bool is_of_model
            = limit.kind == UsageCheck::Kind::cost || limit.kind == UsageCheck::Kind::seconds;
        if (is_of_model && outcome.is_replay)
            continue;
        const Used is = used(limit.kind, outcome.usage);
        if (!is.amount)
            found.push_back({limit.place, is.if_unknown});
        else if (*is.amount > limit.most)
            found.push_back({limit.place,
                std::string(is.name) + ": " + model::amount_text(*is.amount) + " is more than "
                    + model::amount_text(limit.most)});
    }
}

// `actual` is null if there is no such file.
static std::optional<Difference> difference_of_file(const std::string& path, Place place,
    const std::optional<TextCheck>& expected, const std::string* actual)
{
    if (actual == nullptr && expected)
        return Difference {place, "there is no file " + text::in_quotes(path)};
    if (actual != nullptr && !expected)
        return Difference {place, "the file " + text::in_quotes(path) + " is there"};
    if (!expected)
        return {};
    return difference_of_text("the file " + text::in_quotes(path), *expected, *actual);
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
        if (auto difference = difference_of_text("the answer", check, outcome.answer))
            found.push_back(std::move(*difference));
    compare_outputs(test, outcome, found);
    compare_steps(test, outcome, found);
    compare_calls(test, outcome, found);
    if (test.files_after)
        compare_files(test, outcome, found);
    compare_usage(test, outcome, found);
    return found;
}

}
