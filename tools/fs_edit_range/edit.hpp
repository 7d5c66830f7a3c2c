#pragma once

#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fs_edit_range {

using namespace toolkit;

// Where a range may begin and end: only between UTF-8 characters, or anywhere.
enum class Cuts { between_characters, anywhere };

struct RangeEdit {
    std::int64_t start; // offset of the first byte to replace, from 0
    std::int64_t end; // offset after the last byte to replace; equal to `start` for an insertion
    std::string_view replacement;
    Cuts cuts;
    std::optional<std::string> expected_sha256;
    std::size_t max_file_bytes; // maximum size of the file before and after the change
    bool is_dry_run = false; // change nothing, and return the diff
};

struct Edited {
    workspace::ChangedFile file;
    std::optional<text::Diff> diff = {}; // only for a dry run
};

// Replaces a range of bytes of a file. Throws NOT_FOUND, BAD_REQUEST if the range is not in the
// file or cuts a character, TOO_LARGE, CONFLICT, and what SingleFileChange throws. After an error,
// the file is unchanged.
Edited edit_range(const Workspace& workspace, const std::string& path, const RangeEdit& edit);

}
