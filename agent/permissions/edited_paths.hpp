#pragma once

#include "agent/calls/prepared_call.hpp"

#include <string>
#include <vector>

namespace agent::permissions {

// Returns the paths in the arguments `path`, `from` and `to` of an edit, relative to the workspace
// and without "." and "..". Returns none if the tool does more than edit files of the workspace, or
// if a path leaves the workspace, is the workspace, or leads through a symbolic link.
std::vector<std::string> edited_paths(const calls::PreparedCall& call);

// Returns true if the file `path` is in `directory` at any depth. Both have the form returned by
// edited_paths().
bool is_below(const std::string& path, const std::string& directory);

}
