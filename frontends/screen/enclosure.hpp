#pragma once

namespace frontends::screen {

// From here on this process has its open descriptors, memory and the clock: no open, no socket, no
// exec, no fork, no signal to anybody, and of ioctl the modes and the size of a terminal. Whatever
// else is asked of the kernel fails with EPERM. Throws SANDBOX_UNAVAILABLE.
void lock_in();

}
