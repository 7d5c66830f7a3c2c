#pragma once

#include "toolkit/system/file.hpp"

namespace toolkit::process {

struct Pipe {
    File to_read;
    File to_write;
};

// Both ends are closed on execution. Throws what system_error() makes of a failure.
Pipe make_pipe();

// From now on a read or a write that would wait fails with EAGAIN instead.
void never_block(const File& file);

}
