#include "frontends/test/test_file.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace frontends::test {

using workflow::YamlNode;

static const YamlNode& checked_map(
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

static std::string text_of(const YamlNode& node, std::string_view what)
{
    if (node.kind != YamlNode::Kind::scalar || !node.scalar.is_string())
        throw Problem(node.place, std::string(what) + " is a text", "put it in quotes");
    return node.text;
}

static std::string optional_text(const YamlNode& node, const char* name)
{
    const YamlNode* const found = node.find(name);
    return found == nullptr ? "" : text_of(*found, text::in_quotes(name));
}

// The one member of an object that says how something is compared.
static const YamlNode& only_member(const YamlNode& node, std::string_view what)
{
    checked_map(node, what, {"equals", "contains", "matches"});
    if (node.items.size() != 1)
        throw Problem(node.place, std::string(what) + " has one of equals, contains and matches");
    return node.items.front();
}

static TextCheck text_check(const YamlNode& node, std::string_view what)
{
    if (node.kind == YamlNode::Kind::scalar)
        return {.text = text_of(node, what), .place = node.place};
    const YamlNode& member = only_member(node, what);
    const std::string& name = node.keys.front();
    TextCheck check {.text = text_of(member, name), .place = member.place};
    if (name == "contains")
        check.kind = TextCheck::Kind::contains;
    if (name == "matches")
        check.kind = TextCheck::Kind::matches;
    const RE2 pattern(
        check.kind == TextCheck::Kind::matches ? check.text : "", RE2::CannedOptions::Quiet);
    if (!pattern.ok())
        throw Problem(check.place, "the pattern is not one of RE2: " + pattern.error());
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

static void check_path(const std::string& path, Place place)
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

static void read_expectation(const YamlNode& expect, AgentTest& test)
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

static void read_prompt(const YamlNode& prompt, AgentTest& test)
{
    if (prompt.kind != YamlNode::Kind::map) {
        test.prompt = text_of(prompt, "'prompt'");
        return;
    }
    checked_map(prompt, "'prompt'", {"system", "user"});
    test.system = optional_text(prompt, "system");
    test.prompt = optional_text(prompt, "user");
    if (test.prompt.empty())
        throw Problem(prompt.place, "the prompt has no text", "user: the question to the model");
}

static void read_workflow(const YamlNode& workflow, AgentTest& test)
{
    test.workflow = text_of(workflow, "'workflow'");
    if (test.workflow.empty() || test.workflow.find('\0') != std::string::npos)
        throw Problem(workflow.place, "'workflow' names no workflow",
            "a name, or a path from the directory of the test");
}

// What is run.
static void read_subject(const YamlNode& file, AgentTest& test)
{
    const YamlNode* const prompt = file.find("prompt");
    const YamlNode* const workflow = file.find("workflow");
    const YamlNode* const params = file.find("params");
    if (prompt == nullptr && workflow == nullptr)
        throw Problem(file.place, "a test has a prompt or a workflow",
            "prompt: the question to the model, or workflow: a name or a path");
    if (prompt != nullptr && workflow != nullptr)
        throw Problem(workflow->place, "'workflow' and 'prompt' cannot be combined",
            "make two tests of them");
    if (params != nullptr && workflow == nullptr)
        throw Problem(params->place, "'params' is of the test of a workflow");
    if (params != nullptr && params->kind != YamlNode::Kind::map)
        throw Problem(params->place, "'params' has a value for each name");
    if (params != nullptr)
        test.parameters = params->json();
    if (workflow != nullptr)
        read_workflow(*workflow, test);
    else
        read_prompt(*prompt, test);
}

// A test says of no other file that it is a recording: --re-record writes it.
static std::string recording_of(const YamlNode& file, const std::string& name)
{
    const YamlNode* const found = file.find("recording");
    if (found == nullptr)
        return name + ".ndjson";
    std::string recording = text_of(*found, "'recording'");
    if (recording.find('/') != std::string::npos || !recording.ends_with(".ndjson")
        || recording.starts_with('.') || recording.find('\0') != std::string::npos)
        throw Problem(found->place,
            text::in_quotes(recording) + " is no name of a recording beside the test",
            "it ends in .ndjson and has no /");
    return recording;
}

static void read_files(const YamlNode& files, AgentTest& test)
{
    if (files.kind != YamlNode::Kind::map)
        throw Problem(files.place, "'files' has a text for each path");
    for (std::size_t i = 0; i < files.keys.size(); ++i) {
        check_path(files.keys[i], files.key_places[i]);
        test.files[files.keys[i]] = text_of(files.items[i], "the content of a file");
    }
}

AgentTest read_test(std::string_view source, const std::string& name)
{
    const YamlNode file = workflow::yaml_document(source);
    checked_map(file, "a test",
        {"description", "prompt", "workflow", "params", "manifest", "recording", "files",
            "expect"});
    AgentTest test {.description = optional_text(file, "description")};
    read_subject(file, test);
    test.manifest = optional_text(file, "manifest");
    test.recording = recording_of(file, name);
    if (const YamlNode* const files = file.find("files"))
        read_files(*files, test);
    const YamlNode* const expect = file.find("expect");
    if (expect == nullptr)
        throw Problem(file.place, "a test says what is expected",
            std::string("expect: with ") + (test.workflow.empty() ? "answer" : "output, steps")
                + ", calls, files or exit_status");
    read_expectation(*expect, test);
    return test;
}

}
