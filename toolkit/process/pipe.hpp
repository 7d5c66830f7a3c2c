#pragma once

#include "toolkit/system/file.hpp"

#include <initializer_list>
#include <string>
#include <vector>

namespace toolkit::process {

struct Pipe {
    File to_read;
    File to_write;
};

// Both ends are closed on execution. Throws what system_error() makes of a failure.
Pipe make_pipe();

// True if a read from one of these would not wait: there are bytes, the end, or an error. Ignores
// files that are not open.
bool can_read_any(std::initializer_list<const File*> files);

// From now on a read or a write that would wait fails with EAGAIN instead.
void never_block(const File& file);

// Lists of texts, of which none has a NUL: what one process tells another about a program to start.
using TextLists = std::vector<std::vector<std::string>>;

// To a pipe or a socket, for at most 10 s in which nothing is read; `to` does not block afterwards.
// SIGPIPE must be ignored. Throws INTERNAL after that time, and what system_error() makes of a
// failure.
void send_texts(const File& to, const TextLists& lists);

// Blocks, unless `from` does not. False if the other end was closed before the whole message had
// come.
bool receive_texts(const File& from, TextLists& lists);

}
