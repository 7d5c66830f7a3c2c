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

// A FileReport with what is known once the file is written.
struct ChangedFile {
    apply::FileReport report;
    std::string sha256; // of the new content; empty where there is none
    std::optional<mode_t> mode; // where it is another than before
    std::vector<std::string> not_kept; // of the old file's metadata
};

struct Changes {
    std::vector<ChangedFile> files;
    bool is_already_applied;
    std::optional<text::Diff> diff = {}; // where nothing is changed
    workspace::LaterFiles runs_later
        = {}; // of the table, what is there afterwards and is another than before
};

// Applies the patch to the workspace: all files, or none. Everything is read, computed and checked
// before the first byte is written. Throws what evaluate(), Workspace and Transaction do; TOO_LARGE
// for a file over the limit; UNSUPPORTED for deleting or renaming a symbolic link.
//
// A name is taken as the first of its likely ones that exists; for a new file, the first whose
// directory exists; else the first.
Changes change_files(
    const read::Patch& patch, const Workspace& workspace, const ChangeOptions& options);

}
