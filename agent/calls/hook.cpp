#include "agent/calls/hook.hpp"

#include "toolkit/glob/glob.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>

namespace agent::calls {

static constexpr std::array<HookEvent, 3> all_events {
    HookEvent::before_call, HookEvent::after_call, HookEvent::on_stop};

std::string_view name_of(HookEvent event)
{
    switch (event) {
    case HookEvent::before_call: return "before-call";
    case HookEvent::after_call: return "after-call";
    case HookEvent::on_stop: break;
    }
    return "on-stop";
}

std::string_view wire_name(HookEvent event)
{
    switch (event) {
    case HookEvent::before_call: return "PreToolUse";
    case HookEvent::after_call: return "PostToolUse";
    case HookEvent::on_stop: break;
    }
    return "Stop";
}

bool Hook::is_about(const std::string& tool) const
{
    return patterns.empty()
        || std::any_of(patterns.begin(), patterns.end(),
            [&](const std::string& pattern) { return glob::Glob(pattern).matches(tool); });
}

namespace {

// An entry of `hooks`, with its position for messages.
class HookEntry {
public:
    HookEntry(const Json& entry, HookEvent event, std::size_t index, const HookFile& file)
        : entry(entry)
        , event(event)
        , index(index)
        , file(file)
    {
    }

    Hook hook() const
    {
        static constexpr std::array<std::string_view, 5> keys {
            "command", "tools", "name", "sandbox", "timeout"};
        if (!entry.is_object())
            throw refusal("is not an object", "{\"command\": [\"PROGRAM\", \"ARGUMENT\"]}");
        for (const auto& [key, value] : entry.items())
            if (!text::contains(keys, key))
                throw refusal("has " + text::in_quotes(key) + ", which is not known",
                    text::did_you_mean(
                        key, keys, "it has command, tools, name, sandbox and timeout"));
        Hook hook {.event = event,
            .name = {},
            .command = texts("command"),
            .source = file.path,
            .is_of_workspace = file.is_of_workspace};
        if (hook.command.empty() || hook.command.front().empty())
            throw refusal("has no 'command'", "it is a list: [\"PROGRAM\", \"ARGUMENT\"]");
        hook.name = name_for(hook.command.front());
        hook.command.front() = placed(hook.command.front());
        hook.patterns = patterns();
        hook.sandbox = sandbox();
        hook.timeout = timeout();
        return hook;
    }

private:
    ToolError refusal(const std::string& what, const std::string& hint = {}) const
    {
        return {Code::bad_request,
            text::in_quotes(file.path) + ": entry " + std::to_string(index + 1) + " of 'hooks."
                + std::string(name_of(event)) + "' " + what,
            hint};
    }

    std::vector<std::string> texts(const char* key) const
    {
        std::vector<std::string> result;
        const Json& list = json::member(entry, key);
        if (list.is_null())
            return result;
        if (!list.is_array())
            throw refusal("has a '" + std::string(key) + "' that is not a list of texts");
        for (const auto& one : list) {
            if (!one.is_string()
                || one.get_ref<const std::string&>().find('\0') != std::string::npos)
                throw refusal("has a '" + std::string(key) + "' that is not a list of texts");
            result.push_back(one);
        }
        return result;
    }

    std::string name_for(const std::string& program) const
    {
        constexpr std::size_t max_name = 64;
        const Json& name = json::member(entry, "name");
        if (name.is_null())
            return text::shortened(
                text::printable(program.substr(program.rfind('/') + 1)), max_name);
        if (!name.is_string() || name == "" || name.get_ref<const std::string&>().size() > max_name)
            throw refusal("has a 'name' that is not a text of 1 to 64 bytes");
        return text::printable(name.get<std::string>());
    }

    // Returns the path of a program that contains a slash, resolved against the file's directory or
    // the home directory. Returns other programs, which are found on PATH, unchanged.
    std::string placed(const std::string& program) const
    {
        if (program.starts_with("~/") && !file.home.empty() && !file.is_of_workspace)
            return file.home + program.substr(1);
        const bool is_relative
            = program.find('/') != std::string::npos && !program.starts_with('/');
        return is_relative && !file.directory.empty()
            ? (std::filesystem::path(file.directory) / program).lexically_normal().string()
            : program;
    }

    std::vector<std::string> patterns() const
    {
        std::vector<std::string> list = texts("tools");
        if (!list.empty() && event == HookEvent::on_stop)
            throw refusal("has 'tools', and no tool is called there");
        for (const auto& pattern : list)
            if (!glob::Glob(pattern).is_valid())
                throw refusal("has the pattern " + text::in_quotes(pattern)
                    + " in 'tools', which is not a glob");
        if (list.empty() && entry.contains("tools"))
            throw refusal("has an empty 'tools'", "leave it out: then it is about every tool");
        return list;
    }

    HookSandbox sandbox() const
    {
        const Json& value = json::member(entry, "sandbox");
        if (value.is_null() || value == "read-only")
            return HookSandbox::read_only;
        if (value == "workspace-write")
            return HookSandbox::workspace_write;
        if (value != false)
            throw refusal("has an unknown 'sandbox'",
                "it is \"read-only\" (the default), \"workspace-write\" or false");
        if (file.is_of_workspace)
            throw refusal("has \"sandbox\": false, which only the config of the user can have");
        return HookSandbox::none;
    }

    std::chrono::milliseconds timeout() const
    {
        constexpr std::int64_t usual = 10;
        constexpr std::int64_t longest = 60;
        const Json& value = json::member(entry, "timeout");
        if (value.is_null())
            return std::chrono::seconds(usual);
        const bool is_usable
            = value.is_number_integer() && value >= std::int64_t {1} && value <= longest;
        if (!is_usable)
            throw refusal("has a 'timeout' that is not 1 to 60 seconds");
        return std::chrono::seconds(value.get<std::int64_t>());
    }

    const Json& entry;
    HookEvent event;
    std::size_t index;
    const HookFile& file;
};

}

static ToolError bad_list(const HookFile& file, const std::string& what)
{
    return {Code::bad_request, text::in_quotes(file.path) + ": " + what,
        "{\"before-call\": [{\"command\": [\"PROGRAM\"]}], \"after-call\": […], \"on-stop\": […]}"};
}

std::vector<Hook> hooks_in(const Json& hooks, const HookFile& file)
{
    std::vector<Hook> result;
    if (hooks.is_null())
        return result;
    if (!hooks.is_object())
        throw bad_list(file, "'hooks' is not an object");
    for (const auto& [name, list] : hooks.items()) {
        const std::string& key = name;
        const auto* const event = std::find_if(all_events.begin(), all_events.end(),
            [&](HookEvent one) { return name_of(one) == key; });
        if (event == all_events.end())
            throw bad_list(file, "'hooks' has " + text::in_quotes(key) + ", which is no event");
        if (!list.is_array() || list.size() > max_hooks)
            throw bad_list(file, "'hooks." + key + "' is not a list of 16 hooks at most");
        for (std::size_t index = 0; index < list.size(); ++index)
            result.push_back(HookEntry(list.at(index), *event, index, file).hook());
    }
    return result;
}

static HookReply failure(const std::string& what) { return {.failure = what}; }

// Returns the error if a field that is used has a wrong type; empty if all types are right. Null is
// the same as a missing field.
static std::string wrong_type_in(const Json& object)
{
    const Json& specific = json::member(object, "hookSpecificOutput");
    if (!specific.is_null() && !specific.is_object())
        return "'hookSpecificOutput' is not an object";
    if (const Json& goes_on = json::member(object, "continue");
        !goes_on.is_null() && !goes_on.is_boolean())
        return "'continue' is neither true nor false";
    for (const char* name : {"decision", "reason", "stopReason"})
        if (const Json& field = json::member(object, name); !field.is_null() && !field.is_string())
            return text::in_quotes(name) + " is not a text";
    for (const char* name : {"permissionDecision", "permissionDecisionReason", "additionalContext"})
        if (const Json& field = json::member(specific, name);
            !field.is_null() && !field.is_string())
            return text::in_quotes(name) + " is not a text";
    return {};
}

static bool is_block(const std::string& decision)
{
    return decision == "block" || decision == "deny";
}

static bool is_decision(const std::string& text)
{
    static constexpr std::array<std::string_view, 7> all {
        "", "block", "deny", "allow", "approve", "ask", "defer"};
    return text::contains(all, text);
}

namespace {

// The decision in a reply. There are two fields for it; if one of them blocks, the reply blocks.
struct Decided {
    bool blocks = false;
    bool asks = false;
    std::string reason = {};
    std::string unknown = {}; // word that is not a decision; empty if both are valid
};

}

static Decided decision_in(const Json& object, const Json& specific)
{
    const std::string general = json::string_member(object, "decision");
    const std::string of_call = json::string_member(specific, "permissionDecision");
    const std::string reason = json::string_member(object, "reason");
    const std::string reason_of_call = json::string_member(specific, "permissionDecisionReason");
    const bool prefers_general = is_block(general) && !is_block(of_call);
    const std::string& first = prefers_general ? reason : reason_of_call;
    const std::string& other = prefers_general ? reason_of_call : reason;
    return {.blocks = is_block(general) || is_block(of_call),
        .asks = general == "ask" || of_call == "ask",
        .reason = first.empty() ? other : first,
        .unknown = !is_decision(general) ? general
            : !is_decision(of_call)      ? of_call
                                         : ""};
}

// Reads the fields that Claude Code defines. Fields that would allow more than the operator does
// are ignored; fields that demand something unsupported make the hook fail.
static HookReply reply_in(HookEvent event, const Json& object)
{
    if (const std::string wrong = wrong_type_in(object); !wrong.empty())
        return failure("its field " + wrong);
    const Json& specific = json::member(object, "hookSpecificOutput");
    HookReply reply;
    reply.note = json::string_member(specific, "additionalContext");
    if (specific.is_object() && specific.contains("updatedInput"))
        return failure("it wants to change the arguments ('updatedInput'), which no hook can");
    const Decided decided = decision_in(object, specific);
    if (!decided.unknown.empty())
        return failure("it has an unknown decision " + text::in_quotes(decided.unknown));
    const bool stops = json::member(object, "continue") == false;
    if (event == HookEvent::after_call) {
        if (stops)
            return failure("it wants to end the run (\"continue\": false), which no hook can");
        if (decided.blocks && !decided.reason.empty())
            reply.note += (reply.note.empty() ? "" : "\n") + decided.reason;
        return reply;
    }
    reply.denies = decided.blocks || (stops && event == HookEvent::before_call);
    reply.asks = decided.asks && event == HookEvent::before_call;
    if (reply.denies)
        reply.reason = decided.blocks ? decided.reason : json::string_member(object, "stopReason");
    return reply;
}

HookReply read_hook_reply(
    HookEvent event, int status, const std::string& output, const std::string& errors)
{
    constexpr int denial = 2;
    if (status == denial && event == HookEvent::after_call)
        return {.note = std::string(text::stripped(errors))};
    if (status == denial)
        return {.denies = true, .reason = std::string(text::stripped(errors))};
    if (status != 0)
        return failure("it ended with status " + std::to_string(status));
    const std::string_view said = text::stripped(output);
    if (!said.starts_with('{')) // other text is for a person who runs the hook by hand
        return {};
    try {
        return reply_in(event, json::parse_bounded(said, json::RepeatedNames::refused));
    } catch (const ToolError& error) {
        return failure("its output is not usable JSON: " + error.message);
    }
}

static std::string bounded(std::string text, const redaction::Redaction& redaction)
{
    if (!text::is_utf8(text))
        text = text::printable(text);
    return text.size() > max_hook_text ? text::shortened(redaction.redact(text), max_hook_text - 3)
                                       : text;
}

// Returns why the launcher did not start the hook; empty if it did.
static std::string why_not_launched(const std::string& report)
{
    try {
        const Json line = json::parse_bounded(report);
        if (line.is_object() && line.contains("level"))
            return {};
        if (std::string error = json::string_member(line, "error"); !error.empty())
            return error;
    } catch (const ToolError&) { // the launcher ended without a report
    }
    return "its sandbox could not be made";
}

static std::string failure_of(const Hook& hook, const Outcome& outcome)
{
    switch (outcome.end) {
    case End::exited: return {};
    case End::killed: return "it was killed by signal " + std::to_string(outcome.status);
    case End::timed_out:
        return "it did not end within " + std::to_string(hook.timeout.count() / 1000) + " s";
    case End::too_much_output: return "it printed too much";
    case End::not_started:
        return std::string("it cannot be started: ")
            + std::strerror(outcome.status); // NOLINT(concurrency-mt-unsafe): one thread
    case End::interrupted:
    case End::cancelled: return "it was cancelled";
    case End::lost: break;
    }
    return "its supervisor was killed";
}

HookReply hook_reply_of(const Hook& hook, const Outcome& outcome, const std::string* launched,
    const redaction::Redaction& redaction)
{
    constexpr std::size_t max_reply = 64 << 10;
    HookReply reply;
    if (outcome.end != End::exited)
        reply.failure = failure_of(hook, outcome);
    else if (const std::string why = launched != nullptr ? why_not_launched(*launched) : "";
             !why.empty())
        reply.failure = "it cannot be started: " + why;
    else if (outcome.output.size() > max_reply)
        reply.failure = "it printed more than 64 KiB";
    else
        reply = read_hook_reply(hook.event, outcome.status, outcome.output, outcome.errors);
    reply.reason = bounded(std::move(reply.reason), redaction);
    reply.note = bounded(std::move(reply.note), redaction);
    reply.failure = bounded(std::move(reply.failure), redaction);
    return reply;
}

}
