#include "undo.hpp"

#include "choose.hpp"
#include "look_ahead.hpp"
#include "net_change.hpp"
#include "undo_entries.hpp"
#include "undo_files.hpp"

#include "toolkit/change/recovery.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/undo/recorder.hpp"

#include <utility>

namespace fs_undo {

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

}
