#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace agent::steps {

// The private git directories of checkpoints ($XDG_STATE_HOME/agentcli/checkpoints), one for each
// workspace: tools that run commands take snapshots in them, and what they hold can be deleted.

// Returns true if the directory, or one above it, is the working tree of a git repository.
bool is_in_repository(const std::string& root);

// Returns the private git directory of a workspace, which is made if it is missing. Throws as
// PrivateDirectory does.
std::string checkpoint_directory(const std::string& root);

// Deletes the directories that have not been used for this time, and returns how many there were.
std::size_t prune_checkpoints(std::chrono::milliseconds unused_for);

}
