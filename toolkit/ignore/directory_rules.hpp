#pragma once

#include "toolkit/ignore/git_excludes.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <string>

namespace toolkit::ignore {

// The files of a directory that say what is ignored. A flag that is set for nothing costs a call of
// the kernel.
struct IgnoreFiles {
    bool has_ignore = false; // .ignore
    bool has_gitignore = false;
    bool has_git = false; // .git: a directory, a file, or a link
};

// A directory of the workspace.
struct DirectoryPlace {
    const File& file;
    std::string path; // relative to the workspace, with a '/' after it; empty for the root
};

// The level of a directory: its own rules, and those of the levels around it. A rule file that is
// missing, no regular file or can't be read counts as empty, as it does for git. Candidates are
// named from the root of the file system.
IgnoreLevels level_of(const Workspace& workspace, const DirectoryPlace& directory,
    const IgnoreFiles& files, const IgnoreLevels& outer);

// The levels of the directories above this one: of those around the workspace, and of those in it.
// Throws as Workspace does.
IgnoreLevels levels_above(
    const Workspace& workspace, const std::string& path, const Surroundings& surroundings);

}
