#pragma once

#include "toolkit/system/file.hpp"

namespace frontends::serve {

using namespace toolkit;

// Confines this process to its open descriptors, connections that it accepts, memory, the clock,
// and the files beneath `state` and `sessions`. It can open no other file, run no program, make no
// connection, and send no signal; such system calls fail. Throws SANDBOX_UNAVAILABLE if the kernel
// can't enforce all of this.
void lock_in_front(const File& state, const File& sessions);

}
