#include "frontends/workflow/terminal_turn.hpp"

#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>

#include <chrono>
#include <string>
#include <utility>

namespace frontends::workflow {

TerminalLock::TerminalLock()
    : file(memfd_create("terminal", MFD_CLOEXEC))
{
    if (!file)
        throw system::system_error("cannot make a lock");
}

// Opens the file again: a lock belongs to the open file description, which forked processes share.
static File opened_again(const File& file)
{
    File again(
        open(("/proc/self/fd/" + std::to_string(file.descriptor())).c_str(), O_RDWR | O_CLOEXEC));
    if (!again)
        throw system::system_error("cannot open a lock");
    return again;
}

std::optional<TerminalLock::Turn> TerminalLock::try_turn() const
{
    File held = opened_again(file);
    if (flock(held.descriptor(), LOCK_EX | LOCK_NB) != 0)
        return std::nullopt;
    return Turn(std::move(held));
}

TerminalLock::Turn::Turn(const TerminalLock& lock, system::Cancel& cancel)
    : held(opened_again(lock.file))
{
    while (flock(held.descriptor(), LOCK_EX | LOCK_NB) != 0) {
        cancel.wait(std::chrono::milliseconds(20));
        cancel.check();
    }
}

}
