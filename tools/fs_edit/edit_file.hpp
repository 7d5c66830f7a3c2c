#pragma once

#include "edit.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

enum class Commit { make_change, only_check };

struct EditOptions {
    std::optional<std::string> expected_sha256;
    Commit commit = Commit::make_change;
    std::int64_t max_file_bytes = 64LL << 20;
};

struct EditedFile {
    std::size_t replacements = 0;
    std::optional<Strategy> strategy; // nothing where the file was created, or was empty
    std::string sha256; // of the new content
    Diff diff;
    std::vector<std::string> not_kept; // metadata of the old file that the new one could not get
    bool mixes_encodings; // is the file not in UTF-8, and the new text is?
    LaterFiles runs_later; // of the table, what was written, or would be
};

// Edits a file in one atomic step; an empty old text makes the file, with its directories, or fills an empty
// one. Throws what edit_text() and Transaction do; BAD_REQUEST where old and new are the same; NOT_FOUND;
// ALREADY_EXISTS where the old text is empty and the file is not; CONFLICT (another content than expected);
// TOO_LARGE.
EditedFile edit_file(
    const Workspace& workspace, const std::string& path, const Wanted& wanted, const EditOptions& options);
