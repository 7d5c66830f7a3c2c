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
    std::string sha256; // of a regular file, if requested; otherwise empty
    std::optional<std::string>
        link_target; // of a link that was not followed: its text, wherever it leads
};

// Describes the entry at `path`. Returns nullopt if there is none, including a link on the way that
// leads nowhere or in a circle, or a file in place of a directory. With LastLink::kept, a link at
// the end is described itself, even if it leads out of the workspace; with a '/' after it, the path
// names a directory, as everywhere. Throws TOO_LARGE if a hash of a larger file is requested, and
// what Workspace throws otherwise.
std::optional<Description> describe(
    const Workspace& workspace, const std::string& path, const Wanted& wanted);

}
