#pragma once

#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <optional>
#include <string>

namespace fs_mkdirp {

using namespace toolkit;

struct Made {
    bool something; // false if all was there; of a dry run: would be made
    workspace::LaterFiles runs_later = {}; // of the table, what was made
};

// Makes the directory and those that it lies in, where they are missing, in one step: another
// program sees all of them or none, and so does whoever looks after a crash (which can leave a
// hidden temporary name). `mode` is that of the directory itself, whatever the umask; those around
// it, and without a mode itself too, get what the umask allows. All inherit set-group-ID from where
// they are made. What is there stays as it is, its mode too.
//
// Throws ALREADY_EXISTS where the path is something else, NOT_A_DIRECTORY where something on the
// way is, PROTECTED, and as Workspace does.
Made make_directory(
    const Workspace& workspace, const std::string& path, std::optional<mode_t> mode);

// What make_directory() would answer. Nothing is made.
Made show_directory(const Workspace& workspace, const std::string& path);

}
