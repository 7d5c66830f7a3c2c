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
    std::int64_t max_copied_bytes; // maximum to copy to another file system
    std::optional<std::string> expected_sha256 = {}; // hash of the file at `to`
    bool is_dry_run = false; // move nothing, and return the diff
};

struct Moved {
    bool happened; // false if both paths name the same entry
    std::vector<std::string> not_kept; // metadata that could not be kept across file systems
    workspace::LaterFiles runs_later = {}; // entries with a new path that belong to later_table()
    std::optional<text::Diff> diff = {}; // for a dry run
};

// Moves a file, a directory or a link (itself, not its target) to another path. `to` is the
// complete new path, never a directory to move into. With Existing::replaced, a file or a link
// replaces a file or a link, and a directory replaces an empty directory.
//
// Within a file system, the entry is renamed. At any time, it exists completely under one of the
// two names, and the old entry at `to` exists until it is replaced in one step. Two names of the
// same file (hard links) become one.
//
// Across file systems, the entry is copied to a temporary name next to `to`, put into place in one
// step, and then removed at `from`: a crash can leave it at both paths, but never lose it. Owner,
// mode, times, attributes and links are kept if permitted, except set-user-ID and set-group-ID of
// files. Hard links within a directory become separate files. If another program changes the source
// meanwhile, throws CONFLICT; either nothing was moved, or the source still exists in addition to
// its copy.
//
// Throws PROTECTED if `from` or `to` is or contains something protected, NOT_FOUND, ALREADY_EXISTS,
// NOT_A_FILE (a pipe, a socket or a device; a file over a directory), NOT_A_DIRECTORY (a directory
// over a file), NOT_EMPTY, BAD_REQUEST (a directory into itself), PERMISSION_DENIED (a mount),
// TOO_LARGE, and CONFLICT (the replaced entry is not a file with the expected hash).
Moved move_entry(const Workspace& workspace, const std::string& from_path,
    const std::string& to_path, const MoveOptions& options);

}
