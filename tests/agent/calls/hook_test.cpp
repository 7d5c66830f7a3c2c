#include "catch.hpp"

#include "agent/calls/hook.hpp"
#include "agent/calls/tool_result.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::calls;
using namespace agent::redaction;
using namespace toolkit::json;
using namespace toolkit::system;

static std::vector<Hook> hooks_of(const std::string& text, bool is_of_workspace = false)
{
    return hooks_in(parse_bounded(text),
        {.path = "config.json",
            .directory = "/c",
            .home = "/home/u",
            .is_of_workspace = is_of_workspace});
}

static std::string refusal_of(const std::string& text, bool is_of_workspace = false)
{
    try {
        hooks_of(text, is_of_workspace);
        return "accepted";
    } catch (const ToolError& error) {
        return error.message;
    }
}

TEST_CASE("a hook is read, with its defaults")
{
    const auto hooks = hooks_of(R"({"before-call": [
        {"command": ["hooks/guard", "x"], "tools": ["exec", "fs_*"], "sandbox": "workspace-write"},
        {"command": ["~/g"], "name": "other", "sandbox": false, "timeout": 60}],
        "on-stop": [{"command": ["jq"]}]})");
    REQUIRE(hooks.size() == 3);
    CHECK(hooks[0].command.front() == "/c/hooks/guard");
    CHECK(hooks[0].name == "guard");
    CHECK(hooks[0].is_about("exec"));
    CHECK(hooks[0].is_about("fs_edit"));
    CHECK(!hooks[0].is_about("get_time"));
    CHECK(hooks[0].sandbox == HookSandbox::workspace_write);
    CHECK(hooks[0].timeout == std::chrono::seconds(10));
    CHECK(hooks[1].command.front() == "/home/u/g");
    CHECK(hooks[1].name == "other");
    CHECK(hooks[1].sandbox == HookSandbox::none);
    CHECK(hooks[1].is_about("anything"));
    CHECK(hooks[2].event == HookEvent::on_stop);
    CHECK(hooks[2].command.front() == "jq");
    CHECK(hooks[2].sandbox == HookSandbox::read_only);
    CHECK(hooks_in(Json(), {.path = "x"}).empty());
}

TEST_CASE("what is wrong with a hook is named")
{
    const auto [text, message] = GENERATE(table<std::string, std::string>({
        {R"([])", "'config.json': 'hooks' is not an object"},
        {R"({"before": []})", "'config.json': 'hooks' has 'before', which is no event"},
        {R"({"on-stop": {}})", "'config.json': 'hooks.on-stop' is not a list of 16 hooks at most"},
        {R"({"on-stop": [1]})", "'config.json': entry 1 of 'hooks.on-stop' is not an object"},
        {R"({"on-stop": [{}]})", "'config.json': entry 1 of 'hooks.on-stop' has no 'command'"},
        {R"({"on-stop": [{"command": "x"}]})",
            "'config.json': entry 1 of 'hooks.on-stop' has a 'command' that is not a list of "
            "texts"},
        {R"({"on-stop": [{"command": ["a\u0000b"]}]})",
            "'config.json': entry 1 of 'hooks.on-stop' has a 'command' that is not a list of "
            "texts"},
        {R"({"on-stop": [{"command": ["x"], "tools": ["y"]}]})",
            "'config.json': entry 1 of 'hooks.on-stop' has 'tools', and no tool is called there"},
        {R"({"after-call": [{"command": ["x"]}, {"command": ["x"], "tools": ["["]}]})",
            "'config.json': entry 2 of 'hooks.after-call' has the pattern '[' in 'tools', which is "
            "not a glob"},
        {R"({"after-call": [{"command": ["x"], "tools": []}]})",
            "'config.json': entry 1 of 'hooks.after-call' has an empty 'tools'"},
        {R"({"after-call": [{"command": ["x"], "timeout": 61}]})",
            "'config.json': entry 1 of 'hooks.after-call' has a 'timeout' that is not 1 to 60 "
            "seconds"},
        {R"({"after-call": [{"command": ["x"], "sandbox": true}]})",
            "'config.json': entry 1 of 'hooks.after-call' has an unknown 'sandbox'"},
        {R"({"after-call": [{"command": ["x"], "matcher": "Bash"}]})",
            "'config.json': entry 1 of 'hooks.after-call' has 'matcher', which is not known"},
    }));
    CAPTURE(text);
    CHECK(refusal_of(text) == message);
}

TEST_CASE("a hook of a workspace cannot leave the sandbox, nor name a file of the home directory")
{
    const std::string text = R"({"after-call": [{"command": ["x"], "sandbox": false}]})";
    CHECK(refusal_of(text) == "accepted");
    CHECK(refusal_of(text, true)
        == "'config.json': entry 1 of 'hooks.after-call' has \"sandbox\": false, which only the "
           "config of the user can have");
    CHECK(hooks_of(R"({"on-stop": [{"command": ["~/x"]}]})", true).front().command.front()
        == "/c/~/x");
}

TEST_CASE("a reply is read as Claude Code reads it, and can only narrow")
{
    const auto before = [](int status, const std::string& output, const std::string& errors = "") {
        const HookReply reply = read_hook_reply(HookEvent::before_call, status, output, errors);
        return (reply.denies ? "denies " : "") + (reply.asks ? std::string("asks ") : "")
            + reply.reason + "|" + reply.note + "|" + reply.failure;
    };
    CHECK(before(0, "") == "||");
    CHECK(before(0, "looks good\n") == "||");
    CHECK(before(2, "", "no\n") == "denies no||");
    CHECK(before(1, "", "no\n") == "||it ended with status 1");
    CHECK(before(0, R"({"decision": "block", "reason": "r"})") == "denies r||");
    CHECK(before(0, R"({"hookSpecificOutput": {"permissionDecision": "deny",
        "permissionDecisionReason": "r"}})")
        == "denies r||");
    CHECK(before(0, R"({"hookSpecificOutput": {"permissionDecision": "ask"}})") == "asks ||");
    CHECK(before(0, R"({"hookSpecificOutput": {"permissionDecision": "allow",
        "additionalContext": "n"}})")
        == "|n|");
    CHECK(before(0, R"({"hookSpecificOutput": {"updatedInput": {}}})")
        == "||it wants to change the arguments ('updatedInput'), which no hook can");
    CHECK(before(0, R"({"continue": false, "stopReason": "s"})") == "denies s||");
    CHECK(before(0, R"({"decision": "maybe"})") == "||it has an unknown decision 'maybe'");
    CHECK(before(0, "{").starts_with("||its output is not usable JSON: "));
    CHECK(before(0, R"({"decision": "approve", "decision": "block"})")
              .starts_with("||its output is not usable JSON: "));
}

TEST_CASE("a reply denies if one of its fields does, or if a field has another type")
{
    const auto [output, reason, failure] = GENERATE(table<std::string, std::string, std::string>({
        {R"({"decision": "block", "reason": "r",
            "hookSpecificOutput": {"permissionDecision": "allow"}})",
            "r", ""},
        {R"({"decision": "approve", "reason": "fine", "hookSpecificOutput":
            {"permissionDecision": "deny", "permissionDecisionReason": "r"}})",
            "r", ""},
        {R"({"decision": "block", "reason": "r", "hookSpecificOutput":
            {"permissionDecision": "allow", "permissionDecisionReason": "fine"}})",
            "r", ""},
        {R"({"decision": ["deny"]})", "", "its field 'decision' is not a text"},
        {R"({"hookSpecificOutput": {"permissionDecision": {"a": 1}}})", "",
            "its field 'permissionDecision' is not a text"},
        {R"({"hookSpecificOutput": ["deny"]})", "",
            "its field 'hookSpecificOutput' is not an object"},
        {R"({"continue": "false"})", "", "its field 'continue' is neither true nor false"},
    }));
    CAPTURE(output);
    const HookReply reply = read_hook_reply(HookEvent::before_call, 0, output, "");
    CHECK(reply.denies == failure.empty());
    CHECK(reply.reason == reason);
    CHECK(reply.failure == failure);
}

TEST_CASE("after a call a hook can only say something")
{
    const HookReply reply = read_hook_reply(HookEvent::after_call, 2, "", "it is not formatted\n");
    CHECK(!reply.denies);
    CHECK(reply.note == "it is not formatted");
    const HookReply blocked = read_hook_reply(HookEvent::after_call, 0,
        R"({"decision": "block", "reason": "r", "hookSpecificOutput": {"additionalContext": "n"}})",
        "");
    CHECK(!blocked.denies);
    CHECK(blocked.note == "n\nr");
    CHECK(read_hook_reply(HookEvent::on_stop, 2, "", "go on").denies);
    CHECK(!read_hook_reply(HookEvent::on_stop, 0, R"({"continue": false})", "").denies);
}

TEST_CASE("a hook that did not end by itself has failed, and what it says has a limit")
{
    const Redaction redaction((Secrets()));
    const Hook hook {.command = {"x"}};
    const auto failure = [&](const Outcome& outcome, const std::string* launched = nullptr) {
        return hook_reply_of(hook, outcome, launched, redaction).failure;
    };
    CHECK(failure({.end = End::timed_out}) == "it did not end within 10 s");
    CHECK(failure({.end = End::killed, .status = 9}) == "it was killed by signal 9");
    CHECK(failure({.end = End::not_started, .status = 2})
        == "it cannot be started: No such file or directory");
    CHECK(failure({.end = End::exited, .output = std::string(65 << 10, ' ')})
        == "it printed more than 64 KiB");
    const std::string refused = R"({"error":"no sandbox","code":"SANDBOX_UNAVAILABLE"})";
    const std::string launched = R"({"level":"namespaces"})";
    const std::string silent;
    CHECK(
        failure({.end = End::exited, .status = 2}, &refused) == "it cannot be started: no sandbox");
    CHECK(failure({.end = End::exited, .status = 2}, &silent)
        == "it cannot be started: its sandbox could not be made");
    CHECK(failure({.end = End::exited, .status = 2}, &launched).empty());
    const HookReply long_one = hook_reply_of(hook,
        {.end = End::exited, .status = 2, .errors = std::string(9000, 'x') + "\xff"}, &launched,
        redaction);
    CHECK(long_one.denies);
    CHECK(long_one.reason.size() <= max_hook_text);
}

TEST_CASE("a note is added to whatever an answer is")
{
    const auto [content, noted] = GENERATE(table<std::string, std::string>({
        {R"({"a":1})", R"({"a":1,"hookNotes":["n"]})"},
        {R"({"a":"}"} )", R"({"a":"}","hookNotes":["n"]})"},
        {"{}", R"({"hookNotes":["n"]})"},
        {R"({"a":{}})", R"({"a":{},"hookNotes":["n"]})"},
        {R"([1])", "[1]\n{\"hookNotes\":[\"n\"]}"},
        {R"({"a":)", "{\"a\":\n{\"hookNotes\":[\"n\"]}"},
        {"", R"({"hookNotes":["n"]})"},
    }));
    ToolAnswer answer {.content = content};
    add_notes(answer, {});
    CHECK(answer.content == content);
    add_notes(answer, {"n"});
    CHECK(answer.content == noted);
}
