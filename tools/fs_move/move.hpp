#pragma once

#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_move {

using namespace toolkit;

enum class Existing { refused, replaced };

struct MoveOptions {
    Existing existing = Existing::refused;
    std::int64_t most_copied_bytes; // to another file system
    std::optional<std::string> expected_sha256 = {}; // of the file at `to`
    bool is_dry_run = false; // move nothing, and answer the diff
};

struct Moved {
    bool happened; // not where both paths name the same entry
    std::vector<std::string> not_kept; // across file systems: metadata that could not be kept
    workspace::LaterFiles runs_later = {}; // of the table, what has a new path
    std::optional<text::Diff> diff = {}; // of a dry run
};

// Gives a file, a directory or a link (itself, not what it points to) another path. `to` is the
// whole new path, never a directory to move into. With Existing::replaced a file or a link takes
// the place of one, and a directory that of an empty one.
//
// On one file system it is a rename: at any instant `from` is whole under one of the two names, and
// what stood at `to` is there until it is replaced in one step. Two names of one file (hard links)
// become one. Across file systems the entry is copied to a temporary name beside `to`, put into
// place in one step, and then removed at `from`: a crash can leave it at both, never at none.
// Owner, mode, times, attributes and links are kept where permitted, but set-user-ID and
// set-group-ID of files; hard links within a directory become files of their own. If another
// program changes the source meanwhile, nothing is moved, or the source stays beside its copy: that
// is CONFLICT.
//
// Throws PROTECTED where `from` or `to` is or holds something protected, NOT_FOUND, ALREADY_EXISTS,
// NOT_A_FILE (a pipe, a socket or a device; a file over a directory), NOT_A_DIRECTORY (a directory
// over a file), NOT_EMPTY, BAD_REQUEST (a directory into itself), PERMISSION_DENIED (a mount),
// TOO_LARGE, CONFLICT (what is replaced is not a file with the expected hash).
Moved move_entry(const Workspace& workspace, const std::string& from_path,
    const std::string& to_path, const MoveOptions& options);

}
