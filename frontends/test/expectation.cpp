#include "frontends/test/test_nodes.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <array>
#include <utility>

namespace frontends::test {

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

static void read_calls(const YamlNode& calls, AgentTest& test)
{
    if (calls.kind != YamlNode::Kind::list)
        throw Problem(calls.place, "'calls' is a list");
    test.calls_place = calls.place;
    auto& list = test.calls.emplace();
    for (const auto& call : calls.items)
        list.push_back(call_check(call));
}

static void read_outputs(const YamlNode& outputs, AgentTest& test)
{
    if (outputs.kind != YamlNode::Kind::map)
        throw Problem(outputs.place, "'outputs' has a value for each name");
    for (std::size_t i = 0; i < outputs.keys.size(); ++i)
        test.outputs.emplace_back(
            outputs.keys[i], value_check(outputs.items[i], text::in_quotes(outputs.keys[i])));
}

// Without a status the step is not reached.
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

static void refuse_fields_of(const char* other, const YamlNode& expect,
    const std::vector<const char*>& fields, const char* hint)
{
    for (const char* field : fields)
        if (const YamlNode* const found = expect.find(field))
            throw Problem(
                found->place, text::in_quotes(field) + " is of the test of a " + other, hint);
}

void read_expectation(const YamlNode& expect, AgentTest& test)
{
    checked_map(expect, "'expect'",
        {"answer", "output", "outputs", "steps", "calls", "files", "exit_status"});
    if (test.workflow.empty())
        refuse_fields_of("workflow", expect, {"output", "outputs", "steps"}, "answer: TEXT");
    else
        refuse_fields_of("prompt", expect, {"answer"}, "output: VALUE");
    if (const YamlNode* const answer = expect.find("answer"))
        test.answer.push_back(text_check(*answer, "'answer'"));
    if (const YamlNode* const output = expect.find("output"))
        test.output.push_back(value_check(*output, "'output'"));
    if (const YamlNode* const outputs = expect.find("outputs"))
        read_outputs(*outputs, test);
    if (const YamlNode* const steps = expect.find("steps"))
        read_steps(*steps, test);
    if (const YamlNode* const files = expect.find("files"))
        read_files_after(*files, test);
    if (const YamlNode* const calls = expect.find("calls"))
        read_calls(*calls, test);
    read_exit_status(expect, test);
}

}
