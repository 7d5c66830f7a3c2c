#include "frontends/workflow/uncertain.hpp"

#include "agent/workflow/once.hpp"
#include "toolkit/text/text.hpp"

#include <utility>
#include <vector>

namespace frontends::workflow {

using Kept = Decision::Kind;

ToolError note_uncertain(StepLog& log, const std::string& where, const ToolError& why)
{
    log.attempt_ends(where, AttemptEnd::unknown, failed_step(why).document());
    return {Code::conflict,
        "it is uncertain whether the step " + text::in_quotes(where) + " was done: " + why.message};
}

namespace {

// Walks through the steps of a workflow that would run again.
class LostResults {
public:
    LostResults(RunDirectory& directory, Library& library)
        : directory(directory)
        , library(library)
    {
    }

    void find(const std::vector<Step>& steps, const std::string& where, const Chosen& chosen)
    {
        for (const auto& step : steps)
            find(step, where.empty() ? step.name : where + "." + step.name, chosen);
    }

private:
    void find(const Step& step, const std::string& path, const Chosen& chosen);

    RunDirectory& directory;
    Library& library;
};

void LostResults::find(const Step& step, const std::string& path, const Chosen& chosen)
{
    if (is_once(step)) {
        const Attempt* const attempt = directory.past().attempts().find(path);
        const Decision decision = attempt == nullptr ? Decision() : directory.decision(path, true);
        if (decision.kind == Kept::uncertain && !attempt->is_uncertain())
            directory.end_attempt(path, AttemptEnd::unknown,
                failed_step({Code::conflict, decision.reason}).document());
    } else if (decision_of(directory.past(), path, false).kind == Kept::keep) {
        return;
    }
    if (step.kind == Kind::workflow) {
        const Chosen called = library.called_by(*chosen.file, step.own().text("name"));
        find(called.workflow->steps(), path, called);
        find(called.workflow->final_steps(), path + ".finally", called);
    } else if (step.kind == Kind::parallel && step.own().find("branches") == nullptr) {
        find(step.own().steps("steps"), path, chosen);
    } else if (step.kind == Kind::parallel) {
        for (const auto& branch : step.own().find("branches")->lists)
            find(branch.steps, path + "." + branch.name, chosen);
    }
    find(step.fields.steps("fallback"), path + ".fallback", chosen);
}

}

void find_lost_results(RunDirectory& directory, Library& library, const Chosen& chosen)
{
    LostResults lost(directory, library);
    lost.find(chosen.workflow->steps(), "", chosen);
    lost.find(chosen.workflow->final_steps(), "finally", chosen);
}

bool has_uncertain_steps(const JournalState& past) { return !past.attempts().uncertain().empty(); }

FlowEnd uncertain_end(const JournalState& past)
{
    std::string steps;
    std::string flags;
    const auto all = past.attempts().uncertain();
    for (const auto& [path, attempt] : all) {
        steps += (steps.empty() ? "" : "; ") + text::in_quotes(path)
            + (all.size() > 1 ? ": " : " was done: ") + attempt.reason();
        flags += (flags.empty() ? "" : "; ") + flags_for(path, attempt);
    }
    return {.status = StepResult::Status::denied,
        .exit_status = status_of_denial,
        .reason = "uncertain",
        .error = ToolError(Code::conflict,
            all.size() > 1 ? "it is uncertain whether these steps were done: " + steps
                           : "it is uncertain whether the step " + steps,
            "look, and continue with " + flags)};
}

}
