#pragma once

#include "toolkit/glob/ignore_rules.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::ignore {

// The rules of the ignore files in one directory, which apply to everything beneath it. `outer` has
// those of the directories around it.
struct IgnoreLevel {
    std::shared_ptr<const IgnoreLevel> outer;
    std::size_t directory; // the length of the directory's path, with the '/' after it
    glob::IgnoreRules own; // .ignore
    glob::IgnoreRules git; // .gitignore
    bool is_repository = false; // has a .git
    glob::IgnoreRules repository = {}; // .git/info/exclude
    bool folds_case = false; // `git` and `repository` are in lower case and match any case
};

// The rules of the user's own excludes file, with a variant for repositories that fold case.
struct UsersRules {
    UsersRules() = default;
    explicit UsersRules(std::string_view text);

    glob::IgnoreRules as_written;
    glob::IgnoreRules in_lower_case;
};

using IgnoreLevels = std::shared_ptr<const IgnoreLevel>; // the innermost level, or null

// Returns the verdict of the first rules that mention the candidate, in the order of ripgrep: every
// .ignore from the innermost directory outwards; then, inside a git repository only, every
// .gitignore up to the directory that has .git, its .git/info/exclude, and the user's own rules,
// which apply from that directory on, too.
glob::Verdict verdict_on(
    const glob::Candidate& candidate, const IgnoreLevel* innermost, const UsersRules& users);

// A file of git's global configuration, or one that it names.
struct UsersFile {
    std::string text; // empty if it is not readable or not a regular file
    bool is_in_workspace = false; // the text comes from the workspace, not from the user
};

// Reads an absolute path, or one from the current directory, before the sandbox is entered. Links
// of the user are followed, but not links in the workspace, which could lead anywhere.
UsersFile read_users_file(const std::string& path, const File& root);

// Returns the text of an open file, cut after 4 MiB; empty if the file is not open, not readable or
// not a regular file.
std::string text_of_users_file(const File& file);

// The ignore rules from outside the workspace. They are read before the sandbox is entered, and
// nothing in the workspace decides what is read. A file that is not readable counts as empty, as in
// git.
struct Surroundings {
    IgnoreLevels outside; // rules of the directories around the root
    UsersRules users; // git's core.excludesFile, or git's default place for it
};

Surroundings read_surroundings(const Workspace& workspace);

// The ignore rules in the .git directory of a repository.
struct RepositoryRules {
    bool folds_case = false; // core.ignoreCase: .gitignore files match any case
    glob::IgnoreRules excludes; // rules of info/exclude; in lower case if folds_case
};

// Returns the rules in the text of a .gitignore or exclude file, in lower case if the repository
// folds case.
glob::IgnoreRules rules_of_git(std::string_view text, bool folds_case);

// Reads the rules of the repository in a directory, whose path is empty or ends with a slash. As in
// gitrepository-layout(5), .git of a linked worktree or a submodule is a file that names the real
// directory. `read` returns the content of a file; an empty text if it is not readable.
RepositoryRules rules_of_repository(
    const std::string& directory, const std::function<std::string(const std::string& path)>& read);

// Returns the value of core.excludesFile in a git configuration file, with "~/" replaced by `home`.
// Supports quotes, escapes, comments and continued lines as in git-config(1), but not included
// files.
std::optional<std::string> find_excludes_file(
    std::string_view configuration, std::string_view home);

// Returns true if core.ignoreCase is true in the text of a git configuration file.
bool ignores_case(std::string_view configuration);

}
