#pragma once

#include "toolkit/system/named_file.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace toolkit::undo {

// The state of a directory with all of its content, judged by names, inodes, rights, sizes and
// times of the last change of status. Of the directory itself only rights and owners count, so that
// the state is the same under another name.
struct TreeState {
    std::int64_t bytes = 0; // bytes that it occupies
    std::string sha256 = {};
};

// Calls `visit` with the path of each entry, relative to the directory; it may throw. Throws
// system_error(). `given` identifies the directory in messages.
TreeState state_of_tree(const system::Place& place, std::string_view given,
    const std::function<void(const std::string& path)>& visit = {});

// Returns a hash of a directory with all of its content, judged by names, rights, owners, the
// content of files and the targets of links. If a file cannot be read, or is larger than
// system::usual_hash_limit, its inode and the time of its last change of status count instead. The
// hash is the same for a directory that was changed and changed back.
std::string contents_of_tree(const system::Place& place, std::string_view given);

// Copies the owner, group, attributes and mode of a directory, if permitted, and without
// set-user-ID.
void copy_metadata(const File& from, const File& to, std::string_view given);

// Returns the bytes that an entry occupies.
std::int64_t bytes_of(const struct stat& status);

}
