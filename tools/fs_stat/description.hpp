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
    std::string sha256; // of a regular file, where asked for; else empty
    std::optional<std::string>
        link_target; // of a link that was not followed: its text, wherever it leads
};

// What stands at `path`, or nothing where nothing does: also where a link on the way leads to
// nothing or in a circle, or a file stands in the place of a directory. With LastLink::kept a link
// at the end is described itself, also one that leads out of the workspace; with a '/' behind it,
// its name is that of a directory, as everywhere. Throws TOO_LARGE where a hash is asked for of a
// larger file, and as Workspace does for all else.
std::optional<Description> describe(
    const Workspace& workspace, const std::string& path, const Wanted& wanted);

}
