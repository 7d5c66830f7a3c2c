#pragma once

#include "toolkit/system/file.hpp"

#include <dirent.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::system {

// Functions that list open directories and open their entries.

// Calls `visit` with the name and the type of each entry of the directory, except "." and "..", in
// no particular order. The type is DT_REG, DT_DIR, DT_LNK and so on (readdir(3)), for a link that
// of the link itself, and DT_UNKNOWN if the entry has been removed meanwhile. Throws
// system_error(); `name` identifies the directory in messages.
void for_each_entry(const File& directory, std::string_view name,
    const std::function<void(std::string_view entry, unsigned char type)>& visit);

// Like for_each_entry(), for the first `most` entries that the file system lists.
void for_first_entries(const File& directory, std::string_view name, std::size_t most,
    const std::function<void(std::string_view entry, unsigned char type)>& visit);

// Opens `name` in the directory without following a link, and without waiting for a pipe. On
// failure, returns an empty File and sets errno.
File open_in(const File& directory, const std::string& name, std::uint64_t flags);

// Returns the status of the entry of this name, without following a link; nullopt if there is no
// such entry. Needs no new descriptor, so that a change can be taken back when no more can be
// opened. For tools that write.
std::optional<struct stat> status_in(const File& directory, const std::string& name);

// Writes the names in an open directory through to the disk. Throws system_error() with
// `what_failed`. A file system that has nothing to write for a directory (EINVAL) is not a failure.
void synchronise_names(const File& directory, const std::string& what_failed);

}
