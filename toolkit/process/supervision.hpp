#pragma once

#include "toolkit/process/descendants.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace toolkit::process {

// Becomes readable when a child of this process has changed its state. SIGCHLD must be blocked. If
// the kernel provides no descriptor, the children have to be checked periodically.
class ChildEvents {
public:
    ChildEvents();

    // Adds the wait for a change; without a descriptor, for the next periodic check.
    void watch(system::Watch& watch) const;

    // Makes it unreadable until the next change. To be called before the children are checked.
    void take() const;

    void close() { file.close(); }

private:
    File file;
};

// A supervisor is a process between a program and the process that requested it. It adopts the
// processes that the program leaves, even if they fork twice or call setsid, so that the processes
// of programs that run in parallel are kept apart. When the program has ended, or an order arrives,
// it ends all processes that are left: by SIGTERM, so that they remove their locks, and then by
// SIGKILL.

// Makes this process a supervisor. To be called first. It gets a session of its own, since a signal
// to its former process group would end it, and becomes a sub-reaper. All signals are blocked;
// SIGCHLD has its default action. `name`, at most 15 bytes, is displayed by ps.
void become_supervisor(const char* name);

// The result of supervising a program.
struct Supervised {
    int status; // as in wait(2); SIGKILL if the program could not be ended
    int others; // processes that outlived the program or were killed with it
    bool all_gone; // false: a process cannot be killed
    // Names of the other processes, if `SupervisionRules::names_others`.
    std::vector<std::string> names;
};

struct SupervisionRules {
    Reach reach = Reach::unknown;
    // Time for the processes that the program leaves to end by themselves.
    std::chrono::milliseconds grace {0};
    std::chrono::milliseconds before_kill {1000}; // between SIGTERM and SIGKILL
    // To wait for a process in a system call that cannot be interrupted.
    std::chrono::seconds patience {5};
    bool names_others = false;
    // A byte in `orders` is then the number of a signal for the program, and for its process group
    // if it leads one; 0 and the end of `orders` are the order to end everything. After SIGTERM was
    // passed on, the order sends SIGKILL immediately.
    bool passes_signals = false;
};

// Waits until `program`, a child, has ended, or `orders` is readable or at its end; then until none
// of its processes is left. To be called once, in a supervisor.
Supervised supervise(pid_t program, const File& orders, const SupervisionRules& how);

}
