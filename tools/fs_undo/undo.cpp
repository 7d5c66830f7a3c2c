#include "undo.hpp"

#include "kept_entry.hpp"
#include "look_ahead.hpp"
#include "net_change.hpp"
#include "toolkit/change/recovery.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/recorder.hpp"
#include "undo_entries.hpp"
#include "undo_files.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fs_undo {

using undo::LoggedStep;

namespace {

using Steps = std::vector<undo::Step>;

// Undoes consecutive steps that only change files as one change, and all other steps one by one.
class Undo {
public:
    explicit Undo(const Run& run)
        : run(run)
    {
    }

    void undo(const Steps& steps)
    {
        for (std::size_t at = 0; at < steps.size();)
            at = undo_from(steps, at);
    }

private:
    std::size_t undo_from(const Steps& steps, std::size_t at)
    {
        if (!is_of_files(steps[at])) {
            undo_entries(run, steps[at]);
            return at + 1;
        }
        NetChange net;
        for (; at < steps.size() && is_of_files(steps[at]) && net.takes(steps[at]); ++at)
            net.add(steps[at]);
        undo_files(run, net);
        return at;
    }

    const Run& run;
};

// After an error, redoes what was undone, as noted by the recorder. If that fails, the log entry of
// this call records what was done.
void take_back(const Workspace& workspace, ToolError& error)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    const undo::Step done {.head = {.number = recorder.number()}, .changes = recorder.changes()};
    if (!done.changes.empty() && !recorder.why().empty()) {
        error.message += "; what was undone before that remains undone";
        return;
    }
    try {
        Report unused;
        undo_entries({workspace, Commit::make_changes, unused, {}, OnConflict::fail}, done);
        recorder.discard();
    } catch (const ToolError& failure) {
        error.message
            += "; not everything that was undone before could be redone: " + failure.message;
    }
}

}

static Choices choices_of(const Request& request)
{
    Choices choices;
    for (const Choice& choice : request.choices)
        choices[choice.path] = choice.plan;
    return choices;
}

static void check_choices(const Choices& choices, const Report& report)
{
    for (const auto& choice : choices) {
        const auto is_chosen = [&](const FileReport& file) { return file.path == choice.first; };
        if (std::none_of(report.files.begin(), report.files.end(), is_chosen))
            throw ToolError(Code::bad_request,
                text::in_quotes(choice.first) + " is not a path that these steps changed",
                "name a path that they changed");
    }
}

// Throws CONFLICT if everything that the steps changed was changed since, so that nothing is
// undone.
static void require_effect(const Report& report, const Choices& choices)
{
    const FileReport* kept = nullptr;
    for (const FileReport& file : report.files) {
        if (file.plan != Plan::keep)
            return;
        if (kept == nullptr && !choices.contains(file.path))
            kept = &file;
    }
    if (kept != nullptr)
        throw refused(kept->path, " " + kept->reason);
}

static bool is_all_kept(const Report& report)
{
    return !report.files.empty()
        && std::all_of(report.files.begin(), report.files.end(),
            [](const FileReport& file) { return file.plan == Plan::keep; });
}

static Steps take_steps(const Workspace& workspace, const Request& request, Report& report)
{
    Steps steps;
    for (auto& logged : chosen_steps(undo::read_steps(undo::find_store(workspace)), request)) {
        report.undone.push_back(logged.step.head.number);
        steps.push_back(std::move(logged.step));
    }
    return steps;
}

static void undo_really(const Run& run, const Steps& steps)
{
    if (steps.size() > 1 || steps.front().changes.size() > 1 || !run.choices.empty()) {
        Report expected; // finds all errors except conflicts, and invalid choices
        look_ahead({run.workspace, Commit::only_check, expected, run.choices}, steps);
        if (!expected.diff.is_cut)
            check_choices(run.choices, expected);
    }
    try {
        Undo(run).undo(steps);
        require_effect(run.report, run.choices);
    } catch (ToolError& error) {
        take_back(run.workspace, error);
        throw;
    }
}

Report undo_steps(const Workspace& workspace, const Request& request)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    if (!recorder.is_on())
        throw ToolError(Code::unsupported, "changes are not recorded, so they cannot be undone",
            "the operator can have them recorded with --keep-undo=BYTES");
    change::recover_interrupted(workspace);
    Report report;
    const Steps steps = take_steps(workspace, request, report);
    if (steps.empty())
        return report;
    const Choices choices = choices_of(request);
    if (request.dry_run) {
        look_ahead({workspace, Commit::only_check, report, choices}, steps);
        if (!report.diff.is_cut)
            check_choices(choices, report);
        return report;
    }
    undo_really({workspace, Commit::make_changes, report, choices}, steps);
    if (is_all_kept(report)) {
        report.undone.clear();
        recorder.discard();
    } else if (request.redo)
        recorder.is_redo(report.undone);
    else
        recorder.is_undo(report.undone);
    return report;
}

std::vector<ShownFile> show_steps(const Workspace& workspace, const Request& request)
{
    const auto log = undo::read_steps(undo::find_store(workspace));
    Steps steps;
    for (auto& logged : chosen_steps(log, request))
        steps.push_back(std::move(logged.step));
    return shown_changes(workspace, log, steps);
}

static std::set<std::uint64_t> spent_steps(const std::vector<LoggedStep>& log)
{
    std::set<std::uint64_t> spent;
    for (const auto& [step, sha256] : log) {
        spent.insert(step.undoes.begin(), step.undoes.end());
        spent.insert(step.redoes.begin(), step.redoes.end());
    }
    return spent;
}

static void check_is_there(const std::vector<LoggedStep>& log, const WantedStep& wanted)
{
    const auto found = std::find_if(log.begin(), log.end(), [&](const LoggedStep& logged) {
        return logged.step.head.number == static_cast<std::uint64_t>(wanted.number);
    });
    const std::string name = "step " + std::to_string(wanted.number);
    if (found == log.end())
        throw ToolError(Code::conflict, name + " is not in the log of changes",
            "the oldest steps are removed when more than --keep-undo is kept");
    if (wanted.sha256 && *wanted.sha256 != found->sha256)
        throw ToolError(
            Code::conflict, name + " has another hash than the request states: " + found->sha256);
}

// A caller that names a step by its hash knows the step. A later line of the log, which may be
// forged, cannot mark it as undone.
static bool is_wanted(const std::vector<WantedStep>& steps, const LoggedStep& logged, bool is_spent)
{
    return std::any_of(steps.begin(), steps.end(), [&](const WantedStep& wanted) {
        return static_cast<std::uint64_t>(wanted.number) == logged.step.head.number
            && (wanted.sha256 || !is_spent);
    });
}

std::vector<LoggedStep> chosen_steps(std::vector<LoggedStep> log, const Request& request)
{
    for (const WantedStep& wanted : request.steps)
        check_is_there(log, wanted);
    const std::set<std::uint64_t> spent = spent_steps(log);
    const std::size_t most
        = request.steps.empty() ? static_cast<std::size_t>(request.last.value_or(1)) : log.size();
    std::vector<LoggedStep> chosen;
    for (auto logged = log.rbegin(); logged != log.rend() && chosen.size() < most; ++logged) {
        const bool is_spent = spent.contains(logged->step.head.number);
        if (logged->step.is_undo() == request.redo
            && (request.steps.empty() ? !is_spent : is_wanted(request.steps, *logged, is_spent)))
            chosen.push_back(std::move(*logged));
    }
    return chosen;
}

}
