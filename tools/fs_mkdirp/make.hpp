#pragma once

#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <optional>
#include <string>

namespace fs_mkdirp {

using namespace toolkit;

struct Made {
    bool something; // false if everything existed; for a dry run, whether something would be made
    workspace::LaterFiles runs_later = {}; // made directories that belong to later_table()
};

// Makes the directory and its missing parents in one step: other programs see all of them or none,
// even after a crash (which can leave a hidden temporary name). `mode` is the mode of the directory
// itself, independent of the umask. Its new parents, and the directory itself if `mode` is nullopt,
// get the mode that the umask permits. All inherit set-group-ID from the directory in which they
// are made. Existing directories are unchanged, including their mode.
//
// Throws ALREADY_EXISTS if the path is not a directory, NOT_A_DIRECTORY if a parent is not one,
// PROTECTED, and what Workspace throws.
Made make_directory(
    const Workspace& workspace, const std::string& path, std::optional<mode_t> mode);

// Returns what make_directory() would return, without making anything.
Made show_directory(const Workspace& workspace, const std::string& path);

}
