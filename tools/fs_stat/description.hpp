#pragma once

#include "toolkit/workspace/path.hpp"

#include <sys/stat.h>

#include <optional>
#include <string>

namespace fs_stat {

using namespace toolkit;

enum class Hash { none, sha256 };

struct Wanted {
    workspace::LastLink last_link;
    Hash hash;
    std::int64_t max_hashed_bytes;
};

struct Description {
    struct stat status;
    std::string sha256; // hash of a regular file, if requested; otherwise empty
    std::optional<std::string>
        link_target; // of a link that was not followed: its text, wherever it leads
};

// Describes the entry at `path`. Returns nullopt if it does not exist, including the cases that a
// link on the way leads nowhere or in a circle, or that a file is in place of a directory. With
// LastLink::kept, a link at the end is described itself, even if it leads out of the workspace; if
// `path` ends with a '/', it names a directory, as everywhere. Throws TOO_LARGE if a hash of a
// larger file is requested, and what Workspace throws.
std::optional<Description> describe(
    const Workspace& workspace, const std::string& path, const Wanted& wanted);

}
