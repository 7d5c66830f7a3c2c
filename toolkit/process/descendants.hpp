#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace toolkit::process {

// The calling process's children, or nothing where /proc can't tell. As a sub-reaper it inherits
// those whose parent has died.
std::optional<std::vector<pid_t>> find_children();

// The names (comm, at most 15 bytes, as proc(5) has it) of all that runs below the calling process,
// parents first and without `but`, a thousand at most; empty where /proc can't tell.
std::vector<std::string> name_descendants(pid_t but);

// What kill(-1, …) reaches, beside the caller.
enum class Reach { unknown, descendants_only };

struct Killing {
    Reach reach = Reach::unknown;
    // Time between SIGTERM and SIGKILL, in which programs remove their locks. 0: SIGKILL at once.
    std::chrono::milliseconds grace {0};
    std::chrono::milliseconds patience; // after that, with a process that the kernel can't end
    pid_t program = -1; // a child whose status is wanted
};

struct Killed {
    int count = 0; // how many died of it, without `Killing::program`
    bool all_gone = false;
    std::optional<int> status {}; // of `Killing::program`, as wait(2) has it
};

// Ends all descendants of the calling process, a sub-reaper, and waits for them: at once when all
// have gone. With Reach::descendants_only SIGKILL is one step, against which no process can fork;
// else it goes child by child until none is left.
Killed kill_descendants(const Killing& how);

// Detaches a child that has stopped because it asked to be traced by its parent, with the signal
// that stopped it. Returns false if `status`, as wait(2) has it, is that of an end.
bool detach_stopped(pid_t child, int status);

// The same of all but the children in `spared`, child by child. Returns whether no other one is
// left; false if /proc can't tell. Reaps no spared one.
bool kill_children_but(
    const std::vector<pid_t>& spared, std::chrono::steady_clock::time_point deadline);

// Waits until this child has ended, and reaps it; but not beyond `deadline`, and not when `other`
// can be read. Has it ended?
bool await_end(pid_t child, std::chrono::steady_clock::time_point deadline, const File& other);

}
