#pragma once

#include "toolkit/ignore/ignore_level.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <functional>
#include <optional>
#include <string>

namespace toolkit::ignore {

// What ignore rules outside the workspace say. Read before the sandbox is entered, and nothing in
// the workspace decides what is read. A file that can't be read counts as empty, as it does for
// git.
struct Surroundings {
    IgnoreLevels outside; // of the directories around the root
    UsersRules users; // git's core.excludesFile, or the place that git looks in without one
};

Surroundings read_surroundings(const Workspace& workspace);

// The ignore rules in the .git directory of a repository.
struct RepositoryRules {
    bool folds_case = false; // core.ignoreCase: .gitignore files match letters of either case
    glob::IgnoreRules excludes; // info/exclude; in lower case if folds_case
};

// Returns the rules in the text of a .gitignore or exclude file, in lower case if the repository
// folds case.
glob::IgnoreRules rules_of_git(std::string_view text, bool folds_case);

// Reads the rules of the repository in a directory, whose path is empty or ends with '/'. As
// gitrepository-layout(5) has it: in a linked worktree or a submodule .git is a file that names the
// real place. `read` answers the content of a file, nothing if it can't be read.
RepositoryRules rules_of_repository(
    const std::string& directory, const std::function<std::string(const std::string& path)>& read);

// The value of core.excludesFile in a git configuration file, "~/" replaced by `home`: with quotes,
// escapes, comments and lines that go on as git-config(1) has them, but without included files.
std::optional<std::string> find_excludes_file(
    std::string_view configuration, std::string_view home);

// True if core.ignoreCase is true in the text of a git configuration file.
bool ignores_case(std::string_view configuration);

}
