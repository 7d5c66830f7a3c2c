#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace toolkit::process {

// Returns the children of the calling process; nullopt if /proc does not list them. A sub-reaper
// also has the children of descendants that have died.
std::optional<std::vector<pid_t>> find_children();

// Returns the names (comm of proc(5), at most 15 bytes) of all descendants of the calling process,
// parents first, without `but`, at most a thousand. Returns an empty list if /proc does not list
// them.
std::vector<std::string> name_descendants(pid_t but);

// The processes that kill(-1, …) reaches apart from the caller.
enum class Reach { unknown, descendants_only };

struct Killing {
    Reach reach = Reach::unknown;
    // Time between SIGTERM and SIGKILL, in which programs remove their locks. 0: SIGKILL only.
    std::chrono::milliseconds grace {0};
    // Maximum wait after SIGKILL for a process that the kernel cannot end.
    std::chrono::milliseconds patience;
    pid_t program = -1; // a child whose status is needed
};

struct Killed {
    int count = 0; // how many died of it, not counting `Killing::program`
    bool all_gone = false;
    std::optional<int> status {}; // status of `Killing::program`, as in wait(2)
};

// Ends all descendants of the calling process, which must be a sub-reaper, and waits for them;
// returns as soon as all are gone. With Reach::descendants_only, SIGKILL is sent in one step, which
// no process can escape by forking. Otherwise it is sent child by child until no child is left.
Killed kill_descendants(const Killing& how);

// Detaches a child that has stopped because it asked to be traced by its parent, and passes on the
// signal that stopped it. Returns false if `status`, as in wait(2), is that of an end.
bool detach_stopped(pid_t child, int status);

// Ends all children except those in `spared`, child by child. Returns true if no other child is
// left; false if /proc does not list them. Does not reap the spared ones.
bool kill_children_but(
    const std::vector<pid_t>& spared, std::chrono::steady_clock::time_point deadline);

// Waits until this child has ended, and reaps it. Returns true if it has ended. Stops waiting at
// `deadline`, and when `other` is readable.
bool await_end(pid_t child, std::chrono::steady_clock::time_point deadline, const File& other);

}
