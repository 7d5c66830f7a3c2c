#pragma once

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace toolkit::system {

// Determines how to treat a link that leads out of the current directory, for paths that begin in
// it: a command or a clone may have made the link.
enum class LinksOut { followed, refused };

// Returns the content of a file or pipe that the operator has named. Waits for a pipe like
// wait_for_bytes(). `what` is for messages: "the recording". Throws BAD_REQUEST if it cannot be
// read, is neither a file nor a pipe, or has more than `most` bytes, and TIMED_OUT if the deadline
// passes.
std::string read_named_file(const std::string& path, const std::string& what, std::size_t most,
    LinksOut links = LinksOut::followed);

// Returns the content of a file that the command line does not name: it was found by its name, a
// workflow or a test names it, or a step has written it. Like read_named_file(), but never waits:
// everything that is not a regular file, such as a pipe, is refused. Links that lead out are
// refused, unless the file is in a directory of the user.
std::string read_found_file(const std::string& path, const std::string& what, std::size_t most,
    LinksOut links = LinksOut::refused);

// Opens a file under the conditions of read_found_file().
File open_found_file(
    const std::string& path, const std::string& what, LinksOut links = LinksOut::refused);

// Opens a file or a pipe that the operator has named, to write to it. `flags` are those of open(2)
// in addition to O_WRONLY | O_CREAT. A new file has mode 0600. Links that lead out are refused.
// Waits half a second for the reader of a pipe. Throws BAD_REQUEST "cannot write WHAT 'path': …".
File open_named_file(const std::string& path, const std::string& what, int flags);

// Writes all bytes. Throws system_error(), or IO_ERROR if the reader of a pipe accepts nothing for
// 10 s, or for half a second after a signal that ends the run.
void write_named_file(const File& file, const std::string& path, std::string_view bytes);

// Returns random_name_length hexadecimal digits, chosen at random. Throws system_error().
constexpr std::size_t random_name_length = 16;
std::string random_name();

// A name in an open directory.
struct Place {
    const File& directory;
    const std::string& name;
};

// Renames `from` to `to` in one step if the name `to` is free. Returns 0, or an errno: EEXIST if
// anything has that name. If the file system cannot do that in one step (NFS, FUSE), the name is
// checked first.
int rename_to_free(const Place& from, const Place& to);

// Returns true if this errno means that the file system lacks a flag of renameat2(2) or a similar
// feature.
bool is_unsupported(int error);

}
