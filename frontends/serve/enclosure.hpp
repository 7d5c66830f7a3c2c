#pragma once

#include "toolkit/system/file.hpp"

namespace frontends::serve {

using namespace toolkit;

// From here on this process has its open descriptors, connections that it accepts, memory, the
// clock, and the files beneath `state` and `sessions`: no other file, no program, no connection of
// its own, no signal to anybody. What else is asked of the kernel fails. Throws SANDBOX_UNAVAILABLE
// if the kernel can't do all of that.
void lock_in_front(const File& state, const File& sessions);

}
