#include "frontends/test/expectation.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace frontends::test {

const YamlNode& checked_map(
    const YamlNode& node, std::string_view what, std::initializer_list<std::string_view> names)
{
    if (node.kind != YamlNode::Kind::map)
        throw Problem(node.place, std::string(what) + " is an object");
    for (std::size_t i = 0; i < node.keys.size(); ++i)
        if (std::find(names.begin(), names.end(), node.keys[i]) == names.end())
            throw Problem(node.key_places[i],
                std::string(what) + " has no field " + text::in_quotes(node.keys[i]),
                text::did_you_mean(node.keys[i], names));
    return node;
}

std::string text_of(const YamlNode& node, std::string_view what)
{
    if (node.kind != YamlNode::Kind::scalar || !node.scalar.is_string())
        throw Problem(node.place, std::string(what) + " is a text", "put it in quotes");
    return node.text;
}

std::string optional_text(const YamlNode& node, const char* name)
{
    const YamlNode* const found = node.find(name);
    return found == nullptr ? "" : text_of(*found, text::in_quotes(name));
}

// Returns the only member of an object that is a condition.
static const YamlNode& only_member(const YamlNode& node, std::string_view what)
{
    checked_map(node, what, {"equals", "contains", "matches", "schema", "not"});
    if (node.items.size() != 1)
        throw Problem(node.place,
            std::string(what) + " has one of equals, contains, matches, schema and not");
    return node.items.front();
}

static void check_pattern(const TextCheck& check)
{
    const RE2 pattern(check.text, RE2::CannedOptions::Quiet);
    if (!pattern.ok())
        throw Problem(check.place, "the pattern is not one of RE2: " + pattern.error());
}

static void read_schema(const YamlNode& node, TextCheck& check)
{
    check.kind = TextCheck::Kind::fits;
    check.schema = node.json();
    try {
        const json::Schema schema(check.schema, calls::compiled_by_re2);
    } catch (const ToolError& error) {
        throw Problem(node.place, "the schema cannot be used: " + error.message, error.hint);
    }
}

static TextCheck text_check(const YamlNode& node, std::string_view what)
{
    if (node.kind == YamlNode::Kind::scalar)
        return {.text = text_of(node, what), .place = node.place};
    const YamlNode& member = only_member(node, what);
    const std::string& name = node.keys.front();
    if (name == "not") {
        TextCheck check = text_check(member, what);
        check.is_negated = !check.is_negated;
        return check;
    }
    TextCheck check {.place = member.place};
    if (name == "schema")
        read_schema(member, check);
    else
        check.text = text_of(member, name);
    if (name == "contains")
        check.kind = TextCheck::Kind::contains;
    if (name == "matches") {
        check.kind = TextCheck::Kind::matches;
        check_pattern(check);
    }
    return check;
}

static ValueCheck value_check(const YamlNode& node, std::string_view what)
{
    const YamlNode& value = node.kind == YamlNode::Kind::map ? only_member(node, what) : node;
    const bool is_text = value.kind == YamlNode::Kind::scalar && value.scalar.is_string();
    const bool is_equal = &value == &node || node.keys.front() == "equals";
    if (is_text || !is_equal)
        return {.text = text_check(node, what), .place = value.place};
    return {.value = value.json(), .place = value.place};
}

void check_path(const std::string& path, Place place)
{
    std::string_view rest = path;
    bool is_wrong = path.empty() || path.find('\0') != std::string::npos;
    for (bool is_first = true; !is_wrong; is_first = false) {
        const auto part = rest.substr(0, rest.find('/'));
        is_wrong = part.empty() || part == "." || part == ".." || (is_first && part == ".agentcli");
        if (part.size() == rest.size())
            break;
        rest.remove_prefix(part.size() + 1);
    }
    if (is_wrong)
        throw Problem(place, text::in_quotes(path) + " is no path beneath the workspace",
            "write it without a / at its ends, and without . and ..");
}

static void read_files_after(const YamlNode& files, AgentTest& test)
{
    if (files.kind != YamlNode::Kind::map)
        throw Problem(files.place, "'files' has a text, or null, for each path");
    test.files_place = files.place;
    auto& after = test.files_after.emplace();
    for (std::size_t i = 0; i < files.keys.size(); ++i) {
        const YamlNode& content = files.items[i];
        check_path(files.keys[i], files.key_places[i]);
        test.file_places[files.keys[i]] = files.key_places[i];
        const bool is_gone = content.kind == YamlNode::Kind::scalar && content.scalar.is_null();
        after[files.keys[i]]
            = is_gone ? std::nullopt : std::optional(text_check(content, "the content of a file"));
    }
}

static CallCheck call_check(const YamlNode& node)
{
    if (node.kind == YamlNode::Kind::scalar)
        return {.tool = text_of(node, "a call"), .place = node.place};
    checked_map(node, "a call", {"tool", "arguments", "error"});
    CallCheck call {.tool = optional_text(node, "tool"), .place = node.place};
    call.error = optional_text(node, "error");
    if (call.tool.empty())
        throw Problem(node.place, "a call names its tool", "tool: NAME");
    if (const YamlNode* const arguments = node.find("arguments")) {
        if (arguments->kind != YamlNode::Kind::map)
            throw Problem(arguments->place, "'arguments' is an object");
        call.arguments = arguments->json();
    }
    return call;
}

static std::vector<CallCheck> call_checks(const YamlNode& calls, std::string_view what)
{
    if (calls.kind != YamlNode::Kind::list)
        throw Problem(calls.place, std::string(what) + " is a list");
    std::vector<CallCheck> checks;
    checks.reserve(calls.items.size());
    for (const auto& call : calls.items)
        checks.push_back(call_check(call));
    return checks;
}

static void read_calls(const YamlNode& calls, AgentTest& test)
{
    test.calls = CallsCheck {.place = calls.place};
    if (calls.kind != YamlNode::Kind::map) {
        test.calls->calls = call_checks(calls, "'calls'");
        return;
    }
    checked_map(calls, "'calls'", {"in_any_order", "include"});
    if (calls.items.size() != 1)
        throw Problem(calls.place, "'calls' has one of in_any_order and include");
    test.calls->kind = calls.keys.front() == "include" ? CallsCheck::Kind::among_others
                                                       : CallsCheck::Kind::in_any_order;
    test.calls->calls = call_checks(calls.items.front(), text::in_quotes(calls.keys.front()));
}

static void read_not_called(const YamlNode& calls, AgentTest& test)
{
    test.not_called = call_checks(calls, "'not_called'");
    for (const auto& call : test.not_called)
        if (!call.error.empty())
            throw Problem(call.place, "a call in 'not_called' has no 'error'",
                "however it would end, it is not expected");
}

static void read_limits(const YamlNode& limits, AgentTest& test)
{
    using Kind = UsageCheck::Kind;
    static const std::map<std::string, Kind> kinds {{"requests", Kind::requests},
        {"tokens", Kind::tokens}, {"cost", Kind::cost}, {"seconds", Kind::seconds}};
    checked_map(limits, "'limits'", {"requests", "tokens", "cost", "seconds"});
    for (std::size_t i = 0; i < limits.keys.size(); ++i) {
        const YamlNode& most = limits.items[i];
        const std::string name = text::in_quotes(limits.keys[i]);
        if (!most.scalar.is_number() || most.scalar.get<double>() < 0)
            throw Problem(most.place, name + " is a number that is not negative");
        const Kind kind = kinds.at(limits.keys[i]);
        if (!test.workflow.empty() && kind != Kind::seconds)
            throw Problem(limits.key_places[i], name + " belongs to a test with a prompt",
                "'limits' in the file of the workflow limit its requests, tokens and cost");
        test.limits.push_back({kind, most.scalar.get<double>(), most.place});
    }
}

static void read_outputs(const YamlNode& outputs, AgentTest& test)
{
    if (outputs.kind != YamlNode::Kind::map)
        throw Problem(outputs.place, "'outputs' has a value for each name");
    for (std::size_t i = 0; i < outputs.keys.size(); ++i)
        test.outputs.emplace_back(
            outputs.keys[i], value_check(outputs.items[i], text::in_quotes(outputs.keys[i])));
}

static void read_steps(const YamlNode& steps, AgentTest& test)
{
    static constexpr std::array<std::string_view, 4> known {"ok", "failed", "denied", "skipped"};
    if (steps.kind != YamlNode::Kind::map)
        throw Problem(steps.place, "'steps' has a status, or null, for the path of each step");
    for (std::size_t i = 0; i < steps.keys.size(); ++i) {
        const YamlNode& status = steps.items[i];
        const bool is_absent = status.kind == YamlNode::Kind::scalar && status.scalar.is_null();
        if (!is_absent && !text::contains(known, status.text))
            throw Problem(status.place, text::in_quotes(status.text) + " is no status of a step",
                "ok, failed, denied or skipped; null if the step is not reached");
        test.steps.push_back({steps.keys[i], status.text, status.place});
        if (is_absent)
            test.steps.back().status.clear();
    }
}

static void read_exit_status(const YamlNode& expect, AgentTest& test)
{
    const YamlNode* const status = expect.find("exit_status");
    test.exit_place = status == nullptr ? expect.place : status->place;
    if (status == nullptr)
        return;
    if (!status->scalar.is_number_integer() || status->scalar.get<std::int64_t>() < 0
        || status->scalar.get<std::int64_t>() > 255)
        throw Problem(status->place, "'exit_status' is a number from 0 to 255");
    test.exit_status = status->scalar.get<int>();
}

// `other` is the kind of test that has these fields.
static void refuse_fields(const char* other, const YamlNode& expect,
    const std::vector<const char*>& fields, const char* hint)
{
    for (const char* field : fields)
        if (const YamlNode* const found = expect.find(field))
            throw Problem(
                found->place, text::in_quotes(field) + " belongs to a test with a " + other, hint);
}

static void read_answer(const YamlNode& answer, AgentTest& test)
{
    if (answer.kind != YamlNode::Kind::list) {
        test.answer.push_back(text_check(answer, "'answer'"));
        return;
    }
    for (const auto& item : answer.items)
        test.answer.push_back(text_check(item, "'answer'"));
}

void read_expectation(const YamlNode& expect, AgentTest& test)
{
    checked_map(expect, "'expect'",
        {"answer", "output", "outputs", "steps", "calls", "not_called", "files", "limits",
            "exit_status"});
    if (test.workflow.empty())
        refuse_fields("workflow", expect, {"output", "outputs", "steps"}, "answer: TEXT");
    else
        refuse_fields("prompt", expect, {"answer"}, "output: VALUE");
    const auto read = [&](const char* name, void (*by)(const YamlNode&, AgentTest&)) {
        if (const YamlNode* const found = expect.find(name))
            by(*found, test);
    };
    if (const YamlNode* const output = expect.find("output"))
        test.output.push_back(value_check(*output, "'output'"));
    read("answer", read_answer);
    read("outputs", read_outputs);
    read("steps", read_steps);
    read("files", read_files_after);
    read("calls", read_calls);
    read("not_called", read_not_called);
    read("limits", read_limits);
    read_exit_status(expect, test);
}

}
