#pragma once

#include "toolkit/process/descendants.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace toolkit::process {

// Readable when a child of this process has changed its state. SIGCHLD must be blocked. The kernel
// may have no descriptor for it: then the children have to be looked at again and again.
class ChildEvents {
public:
    ChildEvents();

    // Adds the wait for a change, or, if there is no descriptor, until the next look.
    void watch(system::Watch& watch) const;

    // Makes it unreadable until the next change. To be called before the children are looked at.
    void take() const;

    void close() { file.close(); }

private:
    File file;
};

// A supervisor is a process between a program and whoever wants it run. It adopts whatever the
// program leaves after, also by forking twice or by setsid, which tells the trees of programs that
// run at once apart; and when the program has ended, or an order comes, it ends all that is left:
// by SIGTERM, so that locks are removed, and then by SIGKILL.

// First in the life of a supervisor: in a session of its own, or a signal to the group that it
// comes from would end it; a sub-reaper; all signals blocked, SIGCHLD with its default action.
// `name`, of at most 15 bytes, is what ps prints.
void become_supervisor(const char* name);

// What has become of a program.
struct Supervised {
    int status; // as wait(2) has it; SIGKILL if it could not be ended
    int others; // processes that had outlived it, or were killed with it
    bool all_gone; // false: something can't be killed
    std::vector<std::string> names; // of these others, if `SupervisionRules::names_others`
};

struct SupervisionRules {
    Reach reach = Reach::unknown;
    std::chrono::milliseconds grace {
        0}; // in which what the program leaves running may end by itself
    std::chrono::milliseconds before_kill {1000}; // between SIGTERM and SIGKILL
    std::chrono::seconds patience {5}; // with a process in a system call that can't be interrupted
    bool names_others = false;
    // A byte in `orders` is the number of a signal for the program, and for its process group if it
    // leads one; 0 and the end of `orders` are the order. After SIGTERM this is SIGKILL at once.
    bool passes_signals = false;
};

// Waits until `program`, a child, has ended, or `orders` can be read or has no other end any more;
// then until nothing of it is left. To be called once, in a supervisor.
Supervised supervise(pid_t program, const File& orders, const SupervisionRules& how);

}
