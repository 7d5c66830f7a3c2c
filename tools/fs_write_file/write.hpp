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
    std::optional<mode_t> create_mode = {}; // exactly; else as the umask has it
    std::optional<std::string> expected_sha256;
    std::int64_t max_hashed_bytes
        = system::usual_hash_limit; // to compare the old content with expected_sha256
    Existing existing = Existing::replaced;
    Placeholders placeholders = Placeholders::accepted;
    bool makes_parents = false;
    bool insists = false; // on replacing what its caller has not read
    bool is_dry_run = false; // change nothing, and answer the diff
};

struct Written {
    bool created;
    workspace::ChangedFile file;
    std::size_t size; // of the new content
    std::optional<text::Diff> diff = {}; // of a dry run
};

// Text keeps the newlines, the byte order mark and UTF-16 of the file that it replaces
// (change::bytes_to_write()); what it can't keep is in `notKept`.
//
// Throws ALREADY_EXISTS (Existing::refused), CONFLICT (another content than expected; the hint has
// the actual hash), TOO_LARGE (more to hash), BAD_REQUEST (Placeholders::refused, and lines of a
// file would be lost by a content with a placeholder, or it has pasted marks), and what
// SingleFileChange throws. Then nothing is changed.
Written write_file(const Workspace& workspace, const std::string& path,
    const change::ContentToWrite& content, const WriteOptions& options);

}
