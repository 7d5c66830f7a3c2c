#pragma once

#include "lost_names.hpp"

#include "toolkit/system/file.hpp"

#include <string>

namespace exec::git {

using namespace toolkit;

// A working tree in worktrees/ that does not exist, by which git outside sees what is noted while
// commands run: agentcli/names is its reflog, so that `git gc` keeps what commands have removed
// meanwhile. Its gitdir exists only then. No command can change it, and git in commands sees an
// empty directory that is locked (agentcli/cover).
inline constexpr const char* tree_of_names = "agentcli.names";

// Before a command: makes an empty directory for the working tree, and agentcli/cover.
void make_place_for_shown_names(const File& repository);

// Has git outside see the working tree, if it is as make_shown_names() made it. Returns false
// otherwise.
bool show_names(const File& repository);

// Makes the working tree, and has git outside see it. `path` is the absolute path of the
// repository, and `names` are those that are noted. Does nothing if none of them exists, or if
// there is no place for it.
void make_shown_names(const File& repository, const std::string& path, const NamedIds& names);

// Hides the working tree from git outside.
void hide_names(const File& repository);

}
