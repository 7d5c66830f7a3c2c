#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

namespace toolkit::process {

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
