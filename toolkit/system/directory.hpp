#pragma once

#include "toolkit/system/file.hpp"

#include <dirent.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::system {

// What is in an open directory, and the opening of it.

// Calls `visit` with each name in the directory but "." and "..", in no order, and its type:
// DT_REG, DT_DIR, DT_LNK and so on (readdir(3)), of the entry itself where it is a link; DT_UNKNOWN
// where it has gone since. Throws what system_error() makes of a failure; `name` is how messages
// call the directory.
void for_each_entry(const File& directory, std::string_view name,
    const std::function<void(std::string_view entry, unsigned char type)>& visit);

// The same of the first `most` entries that the file system lists.
void for_first_entries(const File& directory, std::string_view name, std::size_t most,
    const std::function<void(std::string_view entry, unsigned char type)>& visit);

// What `name` in the directory is, opened without following a link, and without waiting for a pipe.
// Errors are errno, with a File that holds none.
File open_in(const File& directory, const std::string& name, std::uint64_t flags);

// What has this name in the directory, not followed where it is a link; none where nothing has.
// Takes no descriptor, so that a change can be taken back where no more may be open. For tools that
// write.
std::optional<struct stat> status_in(const File& directory, const std::string& name);

// Writes the names in an open directory through to the disk. Throws what system_error() makes of a
// failure, with `what_failed` in front; a file system that has nothing to write for a directory
// (EINVAL) is none.
void synchronise_names(const File& directory, const std::string& what_failed);

}
