#pragma once

#include "agent/steps/noted_steps.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::steps {

// What can be undone in a workspace.
struct UndoableSteps {
    std::vector<NotedStep> steps; // the newest first
    // Newer steps than the oldest of these that no call of agentcli has made: they stay.
    std::size_t passed_over = 0;
};

// The newest steps of the log, `most` at the most, that calls of agentcli have made in the
// workspace `root`, and that no other call of agentcli has undone: what lines that no call has made
// say of them does not count. Throws CONFLICT if the log is none of ours, and as
// noted_steps() does.
UndoableSteps undoable_steps(const std::string& root, std::size_t most);

// What is left of the changes that some steps have made.
struct ChangedFiles {
    std::size_t files = 0; // each once
    std::size_t steps = 0; // of these steps that can be undone
    bool are_newest = false; // no other step that can be undone is newer than one of them
};

// Throws likewise.
ChangedFiles changed_files(const std::string& root, const std::vector<NotedStep>& made);

}
