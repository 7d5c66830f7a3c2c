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

// The rules of the ignore files in one directory, which apply to everything beneath it; `outer` has
// those of the directories around it.
struct IgnoreLevel {
    std::shared_ptr<const IgnoreLevel> outer;
    std::size_t directory; // the length of the directory's path, with the '/' after it
    glob::IgnoreRules own; // .ignore
    glob::IgnoreRules git; // .gitignore
    bool is_repository = false; // does it have a .git?
    glob::IgnoreRules repository = {}; // .git/info/exclude
    bool folds_case = false; // `git` and `repository` are in lower case, and match either case
};

// The rules of the user's own excludes file, which repositories that fold case share with others.
struct UsersRules {
    UsersRules() = default;
    explicit UsersRules(std::string_view text);

    glob::IgnoreRules as_written;
    glob::IgnoreRules in_lower_case;
};

using IgnoreLevels = std::shared_ptr<const IgnoreLevel>; // the innermost, or none

// Returns the verdict of the first rules that mention the candidate, in the order of ripgrep: every
// .ignore from the innermost directory outwards; then, inside a git repository only, every
// .gitignore up to the directory that has .git; its .git/info/exclude; and the user's own rules,
// which apply from that directory on too.
glob::Verdict verdict_on(
    const glob::Candidate& candidate, const IgnoreLevel* innermost, const UsersRules& users);

// A file that git's global configuration is in, or that it names.
struct UsersFile {
    std::string text; // empty if it can't be read, or is no regular file
    bool is_in_workspace = false; // then its text is the workspace's word, not the user's
};

// Reads an absolute path, or one from the current directory, before the sandbox is entered. The
// user's links are followed; one that lies in the workspace is not: it could lead anywhere.
UsersFile read_users_file(const std::string& path, const File& root);

// Returns the text of an open file, cut after 4 MiB; empty if the file is not open, can't be read
// or is not a regular file.
std::string text_of_users_file(const File& file);

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
