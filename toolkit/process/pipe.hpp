#pragma once

#include "toolkit/system/file.hpp"

#include <initializer_list>

namespace toolkit::process {

struct Pipe {
    File to_read;
    File to_write;
};

// Both ends are closed on execution. Throws what system_error() makes of a failure.
Pipe make_pipe();

// Whether there is anything to read from one of these now, or the end of one. Those that are not
// open have nothing.
bool can_read_any(std::initializer_list<const File*> files);

// From now on a read or a write that would wait fails with EAGAIN instead.
void never_block(const File& file);

}
