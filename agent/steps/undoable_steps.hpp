#pragma once

#include "agent/steps/noted_steps.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::steps {

// The steps that can be undone in a workspace.
struct UndoableSteps {
    std::vector<NotedStep> steps; // the newest first
    // The number of steps newer than the oldest of `steps` that no call of agentcli has made. They
    // are not undone.
    std::size_t passed_over = 0;
};

// Returns at most `most` steps of the log, the newest first, that calls of agentcli have made in
// the workspace `root`, and that no other call of agentcli has undone. Lines that no call has made
// do not count as undoing them. Throws CONFLICT if the log is not one of agentcli, and as
// noted_steps() does.
UndoableSteps undoable_steps(const std::string& root, std::size_t most);

// A step that can be undone, for people.
struct StepSummary {
    std::string time = {}; // local: "2026-11-30 09:12"
    std::string tool = {};
    std::vector<std::string> paths = {}; // those of files, each once
};

// Returns all steps that undoable_steps() finds, the newest first. Throws likewise.
std::vector<StepSummary> undoable_summaries(const std::string& root);

// The remaining changes of some steps.
struct ChangedFiles {
    std::size_t files = 0; // each file counts once
    std::size_t steps = 0; // the steps that can be undone
    bool are_newest = false; // no other step that can be undone is newer than any of them
};

// Returns the changes of the steps `made` that can still be undone. Throws as undoable_steps()
// does.
ChangedFiles changed_files(const std::string& root, const std::vector<NotedStep>& made);

}
