#include "runner/testing/test_file.hpp"

#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <initializer_list>
#include <re2/re2.h>
#include <utility>

namespace runner::testing {

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

static TextCheck text_check(const YamlNode& node, std::string_view what)
{
    if (node.kind == YamlNode::Kind::scalar)
        return {.text = text_of(node, what), .place = node.place};
    checked_map(node, what, {"equals", "contains", "matches"});
    if (node.items.size() != 1)
        throw Problem(node.place, std::string(what) + " has one of equals, contains and matches");
    const std::string& name = node.keys.front();
    TextCheck check {.text = text_of(node.items.front(), name), .place = node.items.front().place};
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

// Beneath the workspace, and none of what agentcli keeps there.
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

static void read_prompt(const YamlNode& file, AgentTest& test)
{
    const YamlNode* const prompt = file.find("prompt");
    if (prompt == nullptr)
        throw Problem(file.place, "a test has a prompt", "prompt: the question to the model");
    if (prompt->kind != YamlNode::Kind::map) {
        test.prompt = text_of(*prompt, "'prompt'");
        return;
    }
    checked_map(*prompt, "'prompt'", {"system", "user"});
    test.system = optional_text(*prompt, "system");
    test.prompt = optional_text(*prompt, "user");
    if (test.prompt.empty())
        throw Problem(prompt->place, "the prompt has no text", "user: the question to the model");
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

static void read_expectation(const YamlNode& expect, AgentTest& test)
{
    checked_map(expect, "'expect'", {"answer", "calls", "files", "exit_status"});
    if (const YamlNode* const answer = expect.find("answer"))
        test.answer.push_back(text_check(*answer, "'answer'"));
    if (const YamlNode* const files = expect.find("files"))
        read_files_after(*files, test);
    if (const YamlNode* const calls = expect.find("calls")) {
        if (calls->kind != YamlNode::Kind::list)
            throw Problem(calls->place, "'calls' is a list");
        test.calls_place = calls->place;
        auto& list = test.calls.emplace();
        for (const auto& call : calls->items)
            list.push_back(call_check(call));
    }
    const YamlNode* const status = expect.find("exit_status");
    test.exit_place = status == nullptr ? expect.place : status->place;
    if (status == nullptr)
        return;
    if (!status->scalar.is_number_integer() || status->scalar.get<std::int64_t>() < 0
        || status->scalar.get<std::int64_t>() > 255)
        throw Problem(status->place, "'exit_status' is a number from 0 to 255");
    test.exit_status = status->scalar.get<int>();
}

AgentTest read_test(std::string_view source, const std::string& name)
{
    const YamlNode file = workflow::yaml_document(source);
    if (file.kind == YamlNode::Kind::map && file.find("workflow") != nullptr)
        throw Problem(
            file.find("workflow")->place, "tests of workflows cannot be run yet", "name a prompt");
    checked_map(
        file, "a test", {"description", "prompt", "manifest", "recording", "files", "expect"});
    AgentTest test {.description = optional_text(file, "description")};
    read_prompt(file, test);
    test.manifest = optional_text(file, "manifest");
    test.recording = recording_of(file, name);
    if (const YamlNode* const files = file.find("files"))
        read_files(*files, test);
    const YamlNode* const expect = file.find("expect");
    if (expect == nullptr)
        throw Problem(file.place, "a test says what is expected",
            "expect: with answer, calls, files or exit_status");
    read_expectation(*expect, test);
    return test;
}

}
