#pragma once

#include "toolkit/workspace/workspace.hpp"
#include "way.hpp"

#include <linux/openat2.h>

#include <cstdint>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// For system::open_beneath(): no link is followed.
inline constexpr std::uint64_t without_links
    = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

// The directories of the repository whose working tree is at `tree` (relative to the root, "." for
// the root itself): the one that .git is or names, and behind it the one that it shares with other
// working trees, if that is another (commondir). Resolved; those that do not lie beneath the root
// are left out.
std::vector<std::string> git_directories(
    const Workspace& workspace, Budget& budget, const std::string& tree);

// Returns true if git takes the root of the workspace for a bare repository: it has no .git, but
// HEAD, objects and refs.
bool is_bare(const Workspace& workspace);

// "." and "a/b" to "a/b"
std::string beneath(const std::string& directory, const std::string& path);

// Of the working trees that share this repository with another (worktrees/*), the directories of
// those that do not lie in the workspace, a thousand at most. Nobody inside has work to do there.
std::vector<std::string> linked_trees_outside(
    const Workspace& workspace, Budget& budget, const std::string& git_directory);

// Up to 1 MiB of a regular file at this path, no link on the way; empty if there is none.
std::string text_of(const Workspace& workspace, const std::string& path);
std::string text_of(const Workspace& workspace, Budget& budget, const std::string& path);

// Does the path in the first line of `file`, relative to `directory`, lead to a place in the
// workspace that is there?
bool leads_inside(const Workspace& workspace, Budget& budget, const std::string& directory,
    const std::string& file);

// Does this text of a config speak of the extension by which git reads config.worktree too?
bool has_worktree_config(std::string config);

// The names in a directory, sorted, a thousand at most; none if it can't be listed.
std::vector<std::string> names_in(const Workspace& workspace, const std::string& directory);

// Returns the git directories outside the workspace (absolute, links resolved) that --write
// (`written`: absolute, links resolved) lets commands change, at least in part: git directories of
// the workspace, if it is a linked working tree or has its repository elsewhere, and git
// directories that contain a path of --write, or belong to a repository whose working tree contains
// such a path or is directly in it (16 of the latter for each path).
std::vector<std::string> granted_directories(
    const Workspace& workspace, const std::vector<std::string>& written);

// The paths in such a directory that decide what git runs and where it looks, and what they lead
// to. Some need not exist.
std::vector<std::string> obeyed_paths(const std::string& git_directory);

// Up to 1 MiB of a regular file, wherever it is; empty if it can't be read.
std::string text_outside(const std::string& path);

// Returns true if the path exists, wherever it is. Does not follow a symbolic link at its end.
bool exists_outside(const std::string& path);

}
