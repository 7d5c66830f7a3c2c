#pragma once

#include "git_config.hpp"
#include "git_state.hpp"

#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// Whether the removal of what a command left is the tool's to do.
enum class Leavings { reported, removed };

// What in the workspace makes git run programs or look elsewhere when somebody calls it later, and
// can be written by a command: the parts of the repository that are no plain data (GitState), those
// of repositories that it holds as entries of its index, and the files in the workspace that their
// configs and the user's name.
class GitWatch {
public:
    // Before the command is started.
    GitWatch(const Workspace& workspace, UserConfigs user);

    struct Found {
        std::vector<std::string>
            obeyed; // new, or changed since: relative to the root, repositories first, 100 at most;
        // a config of the user also if it is gone
        std::size_t more = 0; // of these
        std::string incomplete; // why something was not looked at; empty: nothing was left out
        // What no program has to make: symbolic links, commondir, a config.worktree that is not in
        // use, and records of conflicts that nobody asked for or that name files outside.
        std::vector<std::string> removed; // 100 at most
        std::size_t more_removed = 0;
    };

    // When nothing of the command is running any more. Ends early when the tool is told to end.
    Found look(Leavings leavings) const;

private:
    struct Tree {
        std::string path;
        std::vector<std::string> directories; // of its repository
    };

    GitState state() const;
    void add_config(GitState& state, const std::string& first, const std::string& tree) const;
    GitConfig content_of(GitState& state, const std::string& path, const Way& way) const;
    std::optional<std::string> find_named(
        GitState& state, const std::string& directory, const std::string& named) const;
    void add_names(GitState& state, const GitConfig& config, const std::string& tree) const;
    std::vector<std::string> places_of(GitState& state, const Tree& tree) const;
    void add_named_directory(GitState& state, const std::string& path) const;
    std::vector<std::string> linked_repositories(GitState& state, const Tree& tree) const;
    std::vector<Tree> trees_of(GitState& state) const;
    bool wants_rerere(GitState& now, const std::string& directory) const;
    GitState remove_planted(Found& found) const; // answers what is there then
    void remove_records(Found& found, GitState& now) const;
    bool remove_if_planted(const std::string& directory, const char* name) const;
    bool leads_out(GitState& now, const std::string& tree, const std::string& records) const;

    const Workspace& workspace;
    UserConfigs user;
    GitState before;
};

}
