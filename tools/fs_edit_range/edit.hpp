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

// May a range begin or end within a UTF-8 character?
enum class Cuts { between_characters, anywhere };

struct RangeEdit {
    std::int64_t start; // the first byte that is replaced, from 0
    std::int64_t end; // the first that is not; `start` inserts
    std::string_view replacement;
    Cuts cuts;
    std::optional<std::string> expected_sha256;
    std::size_t max_file_bytes; // before and after
    bool is_dry_run = false; // change nothing, and answer the diff
};

struct Edited {
    workspace::ChangedFile file;
    std::optional<text::Diff> diff = {}; // of a dry run
};

// Replaces a range of a file's bytes, and no other byte. Throws NOT_FOUND, BAD_REQUEST where the
// range is not in the file or cuts a character, TOO_LARGE, CONFLICT, and what SingleFileChange
// throws. Then nothing is changed.
Edited edit_range(const Workspace& workspace, const std::string& path, const RangeEdit& edit);

}
