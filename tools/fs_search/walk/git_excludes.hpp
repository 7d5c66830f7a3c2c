#pragma once

#include "ignore_level.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace fs_search::walk {

using namespace toolkit;

// What a search heeds outside of its workspace. Read before the sandbox is entered, and nothing in
// the workspace decides what is read. A file that can't be read counts as empty, as it does for
// git.
struct Surroundings {
    IgnoreLevels outside; // of the folders around the root
    glob::IgnoreRules users; // git's core.excludesFile, or the place that git looks in without one
    std::optional<dev_t> device_with_whole_reads = {}; // where the workspace's root lies on one
};

Surroundings read_surroundings(const Workspace& workspace);

// info/exclude of the repository in a folder, whose path is empty or ends with '/'. As
// gitrepository-layout(5) has it: in a linked worktree or a submodule .git is a file that names the
// real place. `read` answers what a file holds, nothing where it can't be read.
glob::IgnoreRules excludes_of_repository(
    const std::string& folder, const std::function<std::string(const std::string& path)>& read);

// The value of core.excludesFile in a git configuration file, "~/" replaced by `home`: with quotes,
// escapes, comments and lines that go on as git-config(1) has them, but without included files.
std::optional<std::string> find_excludes_file(
    std::string_view configuration, std::string_view home);

}
