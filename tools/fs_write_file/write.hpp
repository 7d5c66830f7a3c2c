#pragma once

#include "toolkit/change/transaction.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/workspace/later_files.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

enum class Existing { replaced, refused };

struct WriteOptions {
    mode_t create_mode = 0644;
    std::optional<std::string> expected_sha256;
    std::int64_t most_hashed_bytes = usual_hash_limit; // to compare the old content with expected_sha256
    Existing existing = Existing::replaced;
    Parents parents = Parents::must_exist;
};

struct Written {
    bool created;
    std::string sha256; // of the new content
    std::vector<std::string> not_kept; // metadata of the old file that the new one could not get
    LaterFiles runs_later; // of the table, what was written
};

// Throws ALREADY_EXISTS (Existing::refused), CONFLICT (another content than expected; the hint has the actual
// hash), TOO_LARGE (more to hash), and what Transaction throws. Then nothing is changed.
Written write_file(const Workspace& workspace, const std::string& path, std::string_view content,
    const WriteOptions& options);
