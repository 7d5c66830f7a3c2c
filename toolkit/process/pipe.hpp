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

// Creates a pipe. Both ends are closed on execution. Throws system_error().
Pipe make_pipe();

// Returns true if a read from one of these would not wait: there are bytes, the end, or an error.
// Ignores files that are not open.
bool can_read_any(std::initializer_list<const File*> files);

// Makes reads and writes that would wait fail with EAGAIN.
void never_block(const File& file);

// Lists of texts without NUL: the form in which one process describes to another one a program to
// start.
using TextLists = std::vector<std::vector<std::string>>;

// Writes to a pipe or a socket. Makes `to` non-blocking. SIGPIPE must be ignored. Throws INTERNAL
// if the reader takes nothing for 10 s, and system_error().
void send_texts(const File& to, const TextLists& lists);

// Reads a message of send_texts(). Blocks, unless `from` is non-blocking. Returns false if the
// other end was closed before the whole message had arrived.
bool receive_texts(const File& from, TextLists& lists);

}
