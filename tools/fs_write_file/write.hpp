#pragma once

#include "toolkit/change/single_file_change.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fs_write_file {

using namespace toolkit;

enum class Existing { replaced, refused };
enum class Placeholders { accepted, refused };

struct WriteOptions {
    // exact mode of a new file; nullopt: as the umask permits
    std::optional<mode_t> create_mode = {};
    std::optional<std::string> expected_sha256;
    std::int64_t max_hashed_bytes
        = system::usual_hash_limit; // to compare the old content with expected_sha256
    Existing existing = Existing::replaced;
    Placeholders placeholders = Placeholders::accepted;
    bool makes_parents = false;
    bool insists = false; // replaces the file even if its caller has not read it
    bool is_dry_run = false; // change nothing, and return the diff
};

struct Written {
    bool created;
    workspace::ChangedFile file;
    std::size_t size; // size of the new content
    std::optional<text::Diff> diff = {}; // only for a dry run
};

// Writes a file. Text keeps the newlines, the byte order mark and UTF-16 of the file that it
// replaces (change::bytes_to_write()); what cannot be kept is listed in ChangedFile::not_kept.
//
// Throws ALREADY_EXISTS (with Existing::refused), CONFLICT if the old content is not the expected
// one (the hint has the actual hash), TOO_LARGE if more has to be hashed, BAD_REQUEST with
// Placeholders::refused if the content has pasted marks, or has a placeholder that would delete
// lines of the file, and what SingleFileChange throws. After an error, the file is unchanged.
Written write_file(const Workspace& workspace, const std::string& path,
    const change::ContentToWrite& content, const WriteOptions& options);

}
