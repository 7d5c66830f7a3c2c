#pragma once

namespace toolkit::system {

// Overwrites the arguments after the first one, and the environment, which is empty afterwards:
// both can have secrets of the operator, and whoever may read the memory of a process, or
// /proc/PID/cmdline and environ, reads them. `argv` is that of main(), or null. To be called with
// one thread. A string that getenv() has returned is overwritten, too.
void erase_arguments_and_environment(char** argv);

}
