#include "agent/calls/hook_run.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

namespace agent::calls {

struct HookRun::One {
    const Hook* hook;
    process::Pipe report = {}; // receives the report of the launcher
    std::optional<Outcome> outcome = {};
    HookReply reply = {};
};

// Adds --show for the files in the operator's command that a sandbox may hide, such as a program in
// the configuration directory or a script in /tmp.
static void show_files(std::vector<std::string>& argv, const Hook& hook)
{
    if (hook.is_of_workspace)
        return;
    for (const auto& word : hook.command) {
        std::error_code error;
        if (word.starts_with('/') && std::filesystem::is_regular_file(word, error))
            argv.insert(argv.end(), {"--show", word});
    }
}

// Returns the call that starts the hook, in the same environment as tools.
Call HookRun::call_of(One& one) const
{
    const Hook& hook = *one.hook;
    ManifestTool program;
    Call call {{}, input, hook.timeout};
    if (hook.sandbox == HookSandbox::none) {
        program.command = hook.command;
        program.program = find_program(hook.command.front(), std::filesystem::current_path());
        if (program.program.empty())
            throw ToolError(Code::not_found,
                text::in_quotes(hook.command.front()) + " is not an executable file");
    } else {
        one.report = process::make_pipe();
        call.descriptor = one.report.to_write.descriptor();
        program.program = by.launcher.front();
        program.command = by.launcher;
        program.command.insert(program.command.end(),
            {"--report=3", "--network=off",
                hook.sandbox == HookSandbox::read_only ? "--policy=read-only"
                                                       : "--policy=workspace-write"});
        show_files(program.command, hook);
        program.command.emplace_back("--");
        program.command.insert(program.command.end(), hook.command.begin(), hook.command.end());
    }
    call.launch = launch_of(program);
    return call;
}

HookRun::HookRun(const std::vector<const Hook*>& hooks, std::string input, const Dependencies& by)
    : by(by)
    , input(std::move(input))
    , unfinished(hooks.size())
{
    for (const Hook* hook : hooks)
        all.push_back({hook});
    begin_next();
}

HookRun::~HookRun() { release(held); }

void HookRun::release(std::size_t count)
{
    held -= count;
    by.slots.taken -= count;
}

void HookRun::begin_next()
{
    for (; next < all.size() && by.slots.taken < HookSlots::most; ++next) {
        One& one = all[next];
        try {
            has_no_process = !running.begin(next, call_of(one));
            if (has_no_process)
                return;
            ++held;
            ++by.slots.taken;
        } catch (const ToolError& error) {
            one.reply.failure = "it cannot be started: " + error.message;
            --unfinished;
        }
    }
}

// Sets the failure of the hooks that have not been started, so that they will not be.
void HookRun::end_unfinished(const std::string& failure)
{
    for (; next < all.size(); ++next, --unfinished)
        all[next].reply.failure = failure;
}

void HookRun::cancel()
{
    running.end_all(End::cancelled);
    end_unfinished("it was cancelled");
}

void HookRun::watch(system::Watch& watch) const
{
    if (is_finished() || (next < all.size() && by.slots.taken < HookSlots::most && !has_no_process))
        watch.until(system::Watch::Clock::now());
    running.watch(watch);
}

void HookRun::step()
{
    if (is_finished())
        return;
    try {
        running.step();
    } catch (const ToolError& error) { // no process can be created for the waiting hooks
        for (One& one : all)
            if (!one.outcome && one.reply.failure.empty())
                one.reply.failure = "it cannot be started: " + error.message;
        next = all.size();
        unfinished = 0;
        return release(held);
    }
    while (auto ended = running.take()) {
        finish(all[ended->first], ended->second);
        --unfinished;
        release(1);
    }
    begin_next();
}

// Returns the rest of the data in the pipe, after closing its writing end.
static std::string rest_of(process::Pipe& pipe)
{
    std::array<char, 4096> bytes {};
    std::string text;
    pipe.to_write.close();
    process::never_block(pipe.to_read);
    for (ssize_t got = 0; text.size() < bytes.size() * 4
         && (got = read(pipe.to_read.descriptor(), bytes.data(), bytes.size())) > 0;)
        text.append(bytes.data(), static_cast<std::size_t>(got));
    return text;
}

void HookRun::finish(One& one, const Outcome& outcome)
{
    one.outcome = outcome;
    if (!one.report.to_read) {
        one.reply = hook_reply_of(*one.hook, outcome, nullptr, by.redaction);
        return;
    }
    const std::string report = rest_of(one.report);
    one.reply = hook_reply_of(*one.hook, outcome, &report, by.redaction);
}

static Json record_of(const Hook& hook, const HookReply& reply, const Outcome* outcome)
{
    Json record {{"name", hook.name}, {"event", name_of(hook.event)}};
    if (outcome != nullptr) {
        if (outcome->end == End::exited)
            record["exit"] = outcome->status;
        record["ms"] = outcome->duration.count();
    }
    if (hook.sandbox == HookSandbox::none)
        record["sandbox"] = false;
    if (!reply.failure.empty())
        record["failure"] = reply.failure;
    if (reply.denies || (!reply.failure.empty() && hook.event == HookEvent::before_call))
        record[hook.event == HookEvent::on_stop ? "continued" : "denied"] = true;
    if (!reply.reason.empty())
        record["reason"] = reply.reason;
    if (!reply.note.empty())
        record["note"] = reply.note;
    return record;
}

HookVerdict HookRun::take()
{
    HookVerdict verdict {.records = Json::array()};
    for (One& one : all) {
        const Hook& hook = *one.hook;
        HookReply& reply = one.reply;
        verdict.records.push_back(record_of(hook, reply, one.outcome ? &*one.outcome : nullptr));
        const bool has_failed = !reply.failure.empty();
        if (has_failed)
            verdict.failures.push_back(hook.name + ": " + reply.failure);
        const bool denies = reply.denies || (has_failed && hook.event == HookEvent::before_call);
        if (denies && verdict.denied_by.empty()) {
            verdict.denied_by = hook.name;
            verdict.has_failed = has_failed;
            verdict.reason = has_failed ? reply.failure : reply.reason;
        }
        verdict.asks = verdict.asks || reply.asks;
        if (!reply.note.empty())
            verdict.notes.push_back(hook.name + ": " + reply.note);
    }
    return verdict;
}

void HookVerdict::move_to(Json& all_records, std::vector<std::string>& all_notes)
{
    if (all_records.is_null())
        all_records = Json::array();
    std::move(records.begin(), records.end(), std::back_inserter(all_records));
    std::move(notes.begin(), notes.end(), std::back_inserter(all_notes));
}

Hooks::Hooks(std::vector<Hook> given, Setting given_setting, const redaction::Redaction& redaction)
    : hooks(std::move(given))
    , setting(std::move(given_setting))
    , redaction(redaction)
{
    for (const Hook& hook : hooks)
        if (hook.sandbox != HookSandbox::none && setting.launcher.empty())
            throw ToolError(Code::bad_request,
                text::in_quotes(hook.source) + ": the hook " + text::in_quotes(hook.name)
                    + " runs in a sandbox, and the manifest names no launcher for it",
                "use a manifest with {\"roles\": {\"launch\": […]}}, as the shipped ones are; "
                "\"sandbox\": false in the user's config runs a hook without");
}

std::unique_ptr<HookRun> Hooks::begin(
    HookEvent event, const std::string& tool, Json input, HookSlots& slots) const
{
    std::vector<const Hook*> chosen;
    for (const Hook& hook : hooks)
        if (hook.event == event && (event == HookEvent::on_stop || hook.is_about(tool)))
            chosen.push_back(&hook);
    if (chosen.empty())
        return {};
    input["hook_event_name"] = wire_name(event);
    input["session_id"] = setting.session;
    input["cwd"]
        = text::is_utf8(setting.workspace) ? setting.workspace : text::printable(setting.workspace);
    return std::make_unique<HookRun>(chosen,
        input.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
        HookRun::Dependencies {setting.launcher, redaction, slots});
}

bool Hooks::is_any_about(HookEvent event, const std::string& tool) const
{
    return std::any_of(hooks.begin(), hooks.end(),
        [&](const Hook& hook) { return hook.event == event && hook.is_about(tool); });
}

static Json input_of(const PreparedCall& call)
{
    return {{"tool_name", call.name()}, {"tool_input", call.arguments.json},
        {"tool_use_id", call.call.id}};
}

std::unique_ptr<HookRun> Hooks::before(const PreparedCall& call, HookSlots& slots) const
{
    if (!is_any_about(HookEvent::before_call, call.name()))
        return {};
    return begin(HookEvent::before_call, call.name(), input_of(call), slots);
}

std::unique_ptr<HookRun> Hooks::after(
    const PreparedCall& call, const std::string& answer, HookSlots& slots) const
{
    if (!is_any_about(HookEvent::after_call, call.name()))
        return {};
    Json input = input_of(call);
    try {
        input["tool_response"] = json::parse_bounded(answer);
    } catch (const ToolError&) { // an answer may be any text
        input["tool_response"] = answer;
    }
    return begin(HookEvent::after_call, call.name(), std::move(input), slots);
}

HookVerdict Hooks::on_stop(const std::string& answer, bool continues, system::Cancel& cancel) const
{
    HookSlots slots;
    const auto run = begin(HookEvent::on_stop, "",
        {{"stop_hook_active", continues}, {"last_assistant_message", answer}}, slots);
    while (run && !run->is_finished()) {
        if (cancel.is_set())
            run->cancel();
        system::Watch watch;
        run->watch(watch);
        if (!cancel.is_set())
            watch.readable(cancel.descriptor());
        watch.wait();
        run->step();
    }
    if (cancel.reason() != system::Cancel::Reason::deadline)
        cancel.check();
    return run ? run->take() : HookVerdict();
}

ToolError denial_of(const PreparedCall& call, const HookVerdict& verdict)
{
    constexpr std::size_t max_reason = 500; // bytes; 'hookNotes' contains a longer reason
    const std::string beginning = text::in_quotes(call.name()) + " was not run: the hook "
        + text::in_quotes(verdict.denied_by);
    if (verdict.has_failed)
        return {Code::permission_denied, beginning + " failed: " + verdict.reason,
            "do something else, or answer"};
    const bool is_long = verdict.reason.size() > max_reason;
    return {Code::permission_denied,
        beginning + " denied it"
            + (is_long                       ? " ('hookNotes' has the reason)"
                    : verdict.reason.empty() ? ""
                                             : ": " + verdict.reason),
        "do something else, or answer"};
}

}
