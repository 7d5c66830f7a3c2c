#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// The directories of git outside the workspace that --write (`written`: absolute, links resolved)
// lets commands change, at least in part: those of the workspace, if it is a linked working tree or
// has its repository elsewhere, and those at the directories of --write. Absolute, links resolved.
std::vector<std::string> granted_directories(
    const Workspace& workspace, const std::vector<std::string>& written);

// The paths in such a directory that decide what git runs and where it looks, and what they lead
// to. Some need not exist.
std::vector<std::string> obeyed_paths(const std::string& git_directory);

// Up to 1 MiB of a regular file, wherever it is; empty if it can't be read.
std::string text_outside(const std::string& path);

}
