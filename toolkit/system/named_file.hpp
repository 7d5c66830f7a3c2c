#pragma once

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace toolkit::system {

// What becomes of a link that leads out of the current directory, if the path begins in that: a
// command or a clone may have put it there.
enum class LinksOut { followed, refused };

// Returns the content of a file or pipe that the operator has named; waits for a pipe as
// wait_for_bytes() does. `what` is for messages: "the recording". Throws BAD_REQUEST if it can't be
// read, is neither, or has more than `most` bytes, and TIMED_OUT if the deadline passes.
std::string read_named_file(const std::string& path, const std::string& what, std::size_t most,
    LinksOut links = LinksOut::followed);

// Returns the content of a file that the command line does not name: it was found by its name, a
// workflow or a test names it, or a step has written it. As read_named_file(), but it never waits:
// everything that is not a regular file, such as a pipe, is refused, and so are links out unless
// the file is in a directory of the user.
std::string read_found_file(const std::string& path, const std::string& what, std::size_t most,
    LinksOut links = LinksOut::refused);

// Opens a file as read_found_file() does, and returns it.
File open_found_file(
    const std::string& path, const std::string& what, LinksOut links = LinksOut::refused);

// A file, or a pipe, that the operator has named to be written to: `flags` are those of open(2)
// beside O_WRONLY | O_CREAT; a new file has mode 0600. Links out are refused. Waits for the reader
// of a pipe for half a second. Throws BAD_REQUEST "cannot write WHAT 'path': …".
File open_named_file(const std::string& path, const std::string& what, int flags);

// Throws what system_error() makes of a failure, or IO_ERROR if the reader of a pipe takes nothing
// for 10 s, or for half a second once a signal that ends the run has come.
void write_named_file(const File& file, const std::string& path, std::string_view bytes);

// So many hexadecimal digits, drawn at random. Throws what system_error() makes of a failure.
constexpr std::size_t random_name_length = 16;
std::string random_name();

// A name in an open directory.
struct Place {
    const File& directory;
    const std::string& name;
};

// Moves what `from` names to a name that is free, in one step. Answers 0, or an errno: EEXIST where
// anything has that name. Where the file system can't promise that (NFS, FUSE) the name is looked
// for first.
int rename_to_free(const Place& from, const Place& to);

// Says this errno that a file system lacks a flag of renameat2(2), or the like?
bool is_unsupported(int error);

}
