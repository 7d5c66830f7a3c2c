#pragma once

#include "git_config.hpp"
#include "git_state.hpp"

#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
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
    GitWatch(const Workspace& workspace, std::vector<GitConfig> configs_of_user);

    struct Found {
        std::vector<std::string>
            obeyed; // new, or changed since: relative to the root, repositories first, 100 at most
        std::size_t more = 0; // of these
        bool is_incomplete = false; // a limit kept something from being looked at
        // What no program has to make: symbolic links, commondir, a config.worktree that is not in
        // use, and records of conflicts that nobody asked for or that name files outside.
        std::vector<std::string> removed;
    };

    // When nothing of the command is running any more.
    Found look(Leavings leavings) const;

private:
    // Of what stands in configs, which a command may have written.
    struct Limits {
        std::size_t lookups = 5000;
        std::size_t text = 64 << 20; // bytes

        bool take_lookups(std::size_t count);
    };

    struct Config {
        GitConfig content;
        std::string directory; // from which what it includes is looked for
    };

    GitState state() const;
    void add_config(
        GitState& state, const Config& first, const std::string& tree, Limits& limits) const;
    void add_names(
        GitState& state, const GitConfig& config, const std::string& tree, Limits& limits) const;
    void add_named_directory(GitState& state, const std::string& path) const;
    // Takes what it reads off `room`.
    std::vector<std::string> linked_repositories(GitState& state, const std::string& tree,
        const std::string& directory, std::size_t& room) const;
    std::vector<std::string> trees_of(GitState& state) const;
    void remove_planted(Found& found) const;
    void remove_records(Found& found, const GitState& now) const;
    bool remove_if_planted(const std::string& directory, const char* name) const;
    bool leads_out(const std::string& tree, const std::string& records) const;

    const Workspace& workspace;
    std::vector<GitConfig> configs_of_user;
    GitState before;
};

}
