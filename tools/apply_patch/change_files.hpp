#pragma once

#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"
#include "tools/apply_patch/apply/evaluate.hpp"

#include <cstdint>

namespace apply_patch {

using namespace toolkit;

enum class Commit { make_changes, only_check };

struct ChangeOptions {
    Commit commit = Commit::make_changes;
    std::int64_t max_file_bytes = 256LL << 20;
};

// A FileReport with the facts that are known once the file is written.
struct ChangedFile {
    apply::FileReport report;
    std::string sha256; // hash of the new content; empty if the file is removed
    std::optional<mode_t> mode; // the new mode, if it was changed
    std::vector<std::string> not_kept; // metadata of the old file that could not be kept
};

struct Changes {
    std::vector<ChangedFile> files;
    bool is_already_applied;
    std::optional<text::Diff> diff = {}; // set if nothing is changed (a dry run)
    // Files of later_table() that exist afterwards and have changed.
    workspace::LaterFiles runs_later = {};
};

// Applies the patch to the workspace: all files, or none. Everything is read, computed and checked
// before the first byte is written. Throws what evaluate(), Workspace and Transaction throw,
// TOO_LARGE for a file over the limit, and UNSUPPORTED for deleting or renaming a symbolic link.
//
// If a file has several likely names, the first one that exists is used; for a new file, the first
// one whose directory exists; if there is none, the first name.
Changes change_files(
    const read::Patch& patch, const Workspace& workspace, const ChangeOptions& options);

}
