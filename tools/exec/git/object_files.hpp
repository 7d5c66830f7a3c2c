#pragma once

#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

using namespace toolkit;

// Functions for directories of objects that a command could write to: it may have taken the right
// to look into them from its own user, and exchanged anything for a link or a pipe. They follow no
// link, wait for no pipe, and change modes by descriptor alone.

using Clock = std::chrono::steady_clock;

// Gives the owner the right to use the directory or file, if it lacks it.
void make_usable(const File& opened);

// Opens a directory for listing, or a regular file for reading, and makes it usable. Returns an
// empty File, with errno, if it is none or somebody else's.
File open_directory(const File& in, const std::string& name);
File open_file(const File& in, const std::string& name);

// Opens the directory, and makes it first if it is missing, with the permissions of `mode`. Throws
// system_error().
File make_directory(const File& in, const std::string& name, mode_t mode);

struct Entry {
    std::string name;
    unsigned char type; // as readdir(3) has it
};

// Lists the directory from its beginning, up to 200,000 entries.
std::vector<Entry> entries_of(const File& directory);

// Returns the names of the regular files in the directory.
std::vector<std::string> files_in(const File& directory);

// Returns true if a regular file that is not empty has this name.
bool has_content(const File& directory, const std::string& name);

// Returns true if the name is pack- and 40 or 64 hexadecimal digits, with this suffix.
bool is_pack_name(std::string_view name, std::string_view suffix);

// Returns "pack-ID" of "pack-ID.pack".
std::string stem_of(const std::string& pack);

// Returns the name in the directory for indexes of a pack of the slot, with `suffix` for its own
// one.
std::string indexed_name(const std::string& slot, const std::string& pack, std::string_view suffix);

// The longest time in which git indexes packs of so many bytes: 10 s, and 1 s for each 4 MiB, but
// 300 s at most.
std::chrono::seconds time_for(std::uint64_t bytes);

// Returns true if a part of the file is stored nowhere and reads as zeros. git makes no such pack,
// and a command can make one as large as it likes.
bool has_holes(const File& file);

// Returns the bytes of all packs in the directory `pack` of a slot, without those that have holes.
std::uint64_t bytes_of_packs(const File& slot);

}
