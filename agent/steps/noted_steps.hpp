#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace agent::steps {

// A step in the log of changes of a workspace (.agentcli/undo/log.ndjson) that a call of agentcli
// has made: its number, and the SHA-256 of its line. A clone or a command can bring lines of its
// own, but not notes of them.
struct NotedStep {
    std::uint64_t number;
    std::string sha256;

    friend bool operator==(const NotedStep&, const NotedStep&) = default;
};

// Takes note of the steps that calls of this process make, here and in
// $XDG_STATE_HOME/agentcli/undo, where `agentcli undo` finds them.
class StepNotes {
public:
    // A call that may have made a step in the workspace `root` has ended; its request had this
    // SHA-256. If the note can't be written, only the tool itself can undo the step.
    void call_ended(const std::string& root, const std::string& request_sha256);

    // In the order of the calls: what was added since a turn began is the turn's.
    const std::vector<NotedStep>& steps() const { return noted; }

private:
    std::vector<NotedStep> noted;
};

// All that was noted in a workspace, the oldest first. Throws as PrivateDirectory does.
std::vector<NotedStep> noted_steps(const std::string& root);

// The notes of a workspace are gone.
void forget_steps(const std::string& root);

// .agentcli/undo/log.ndjson of a workspace.
std::string log_of(const std::string& root);

}
