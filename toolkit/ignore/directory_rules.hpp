#pragma once

#include "toolkit/ignore/git_excludes.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <string>

namespace toolkit::ignore {

// The ignore files of a directory. A flag that is set although the file does not exist costs one
// system call.
struct IgnoreFiles {
    bool has_ignore = false; // .ignore
    bool has_gitignore = false;
    bool has_git = false; // .git: a directory, a file, or a link

    // The number of bytes of rules that may still be read; each file that is read reduces it. Null:
    // 4 MiB of each file.
    std::size_t* bytes_left = nullptr;
};

// A directory of the workspace.
struct DirectoryPlace {
    const File& file;
    std::string path; // relative to the workspace, with a '/' after it; empty for the root
};

// Returns the level of a directory: its own rules, and `outer`, those of the directories around it.
// A rule file that is missing, not a regular file or not readable counts as empty, as in git. The
// paths of candidates begin at the root of the file system. Throws TOO_LARGE if `bytes_left` does
// not suffice.
IgnoreLevels level_of(const Workspace& workspace, const DirectoryPlace& directory,
    const IgnoreFiles& files, const IgnoreLevels& outer);

// Returns the level of the directory with this path, relative to the workspace and with a '/' after
// it, or empty for the root. Throws like level_of() and Workspace.
IgnoreLevels level_at(const Workspace& workspace, const std::string& path,
    const IgnoreLevels& outer, std::size_t* bytes_left = nullptr);

// Returns the levels of the directories above this one, inside and around the workspace. Throws
// like Workspace.
IgnoreLevels levels_above(
    const Workspace& workspace, const std::string& path, const Surroundings& surroundings);

}
