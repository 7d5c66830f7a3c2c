#include "frontends/workflow/terminal_turn.hpp"

#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>

#include <chrono>
#include <string>

namespace frontends::workflow {

TerminalLock::TerminalLock()
    : file(memfd_create("terminal", MFD_CLOEXEC))
{
    if (!file)
        throw system::system_error("cannot make a lock");
}

// Opens the file again: a lock belongs to the open file description, which forked processes share.
TerminalLock::Turn::Turn(const TerminalLock& lock, system::Cancel& cancel)
    : held(open(
        ("/proc/self/fd/" + std::to_string(lock.file.descriptor())).c_str(), O_RDWR | O_CLOEXEC))
{
    if (!held)
        throw system::system_error("cannot open a lock");
    while (flock(held.descriptor(), LOCK_EX | LOCK_NB) != 0) {
        cancel.wait(std::chrono::milliseconds(20));
        cancel.check();
    }
}

}
