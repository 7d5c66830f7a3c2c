#pragma once

#include "toolkit/system/named_file.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace toolkit::undo {

// A directory with all that is in it, as far as names, inodes, rights, sizes and times of the last
// change of status tell; of the directory itself only rights and owners, so that it is the same
// under another name.
struct TreeState {
    std::int64_t bytes = 0; // that it occupies
    std::string sha256 = {};
};

// `visit` hears of each entry by its path beneath the directory, and may throw. Throws what
// system_error() makes of a failure; `given` is how messages call the directory.
TreeState state_of_tree(const system::Place& place, std::string_view given,
    const std::function<void(const std::string& path)>& visit = {});

// A hash of a directory and of all that is in it, as far as names, rights and owners, the content
// of files and the targets of links tell; of what can't be read, or is larger than
// system::usual_hash_limit, the inode and the time of the last
// change of status. It is the same for one that was changed and changed back.
std::string contents_of_tree(const system::Place& place, std::string_view given);

// Copies the owner, group, attributes and mode of a directory, as far as permitted and without
// set-user-ID.
void copy_metadata(const File& from, const File& to, std::string_view given);

// The bytes that an entry occupies.
std::int64_t bytes_of(const struct stat& status);

}
