#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace agent::steps {

// A step that a call of agentcli has made, in the log of changes of a workspace
// (.agentcli/undo/log.ndjson): its number and the SHA-256 of its line. A clone or a command can add
// lines of its own to the log, but no notes of them.
struct NotedStep {
    std::uint64_t number;
    std::string sha256;

    friend bool operator==(const NotedStep&, const NotedStep&) = default;
};

// Records the steps that calls of this process make, in memory and in
// $XDG_STATE_HOME/agentcli/undo, where `agentcli undo` finds them.
class StepNotes {
public:
    // To be called after a call that may have made a step in the workspace `root`; `request_sha256`
    // is the hash of its request. If the note can't be written, only the tool itself can undo the
    // step.
    void call_ended(const std::string& root, const std::string& request_sha256);

    // Returns the steps in the order of the calls. Those added since a turn began belong to the
    // turn.
    const std::vector<NotedStep>& steps() const { return noted; }

private:
    std::vector<NotedStep> noted;
};

// Returns all steps recorded for a workspace, the oldest first. Throws as PrivateDirectory does.
std::vector<NotedStep> noted_steps(const std::string& root);

// Deletes the notes of a workspace.
void forget_steps(const std::string& root);

// Returns the path of .agentcli/undo/log.ndjson of a workspace.
std::string log_of(const std::string& root);

}
