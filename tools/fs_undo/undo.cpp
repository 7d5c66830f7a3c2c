#include "undo.hpp"

#include "look_ahead.hpp"
#include "net_change.hpp"
#include "toolkit/change/recovery.hpp"
#include "toolkit/system/error.hpp"
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

// Steps of files that follow one another are one change; all others are undone one by one.
class Undo {
public:
    Undo(const Workspace& workspace, Report& report)
        : workspace(workspace)
        , report(report)
    {
    }

    void run(const Steps& steps)
    {
        for (std::size_t at = 0; at < steps.size();)
            at = run_from(steps, at);
    }

private:
    std::size_t run_from(const Steps& steps, std::size_t at)
    {
        if (!is_of_files(steps[at])) {
            undo_entries(workspace, steps[at], Commit::make_changes, report);
            return at + 1;
        }
        NetChange net;
        for (; at < steps.size() && is_of_files(steps[at]) && net.takes(steps[at]); ++at)
            net.add(workspace, steps[at]);
        undo_files(workspace, net, Commit::make_changes, report);
        return at;
    }

    const Workspace& workspace;
    Report& report;
};

// What was undone before an error is done again, by what the recorder has noted. If that fails, the
// line of this call says what was done.
void take_back(const Workspace& workspace, ToolError& error)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    const undo::Step done {.head = {.number = recorder.number()}, .changes = recorder.changes()};
    if (!done.changes.empty() && !recorder.why().empty()) {
        error.message += "; what was undone before that stays so";
        return;
    }
    try {
        Report unused;
        undo_entries(workspace, done, Commit::make_changes, unused);
        recorder.discard();
    } catch (const ToolError& failure) {
        error.message
            += "; not all of what was undone before that could be done again: " + failure.message;
    }
}

}

Report undo_steps(const Workspace& workspace, const Request& request)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    if (!recorder.is_on())
        throw ToolError(Code::unsupported, "changes are not kept, so none can be undone",
            "the operator can keep what changes replace by --keep-undo=BYTES");
    change::recover_interrupted(workspace);
    Report report;
    Steps steps;
    for (auto& logged : chosen_steps(undo::read_steps(undo::find_store(workspace)), request)) {
        report.undone.push_back(logged.step.head.number);
        steps.push_back(std::move(logged.step));
    }
    if (steps.empty())
        return report;
    if (request.dry_run) {
        look_ahead(workspace, steps, report);
        return report;
    }
    if (steps.size() > 1 || steps.front().changes.size() > 1) {
        Report unused; // a file in a tree that came back can't be done again exactly
        look_ahead(workspace, steps, unused);
    }
    try {
        Undo(workspace, report).run(steps);
    } catch (ToolError& error) {
        take_back(workspace, error);
        throw;
    }
    if (request.redo)
        recorder.is_redo(report.undone);
    else
        recorder.is_undo(report.undone);
    return report;
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
        throw ToolError(Code::conflict,
            name + " is not the one that was asked for: its hash is " + found->sha256);
}

// A step that is named by its hash is known to whoever asks, and no later line of the log, which
// may be forged, says that it is undone.
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
