#pragma once

#include "permissions.hpp"

#include "toolkit/sandbox/seccomp.hpp"

#include <sys/types.h>

#include <vector>

namespace exec::sandbox {

// System calls that a command, and whatever it becomes, must not make; everything else is allowed.
// The tool lives with those of Level::landlock too. With namespaces more is allowed, since it
// reaches nobody else: System V memory and message queues, and with the network off the sockets of
// one that leads nowhere.
std::vector<toolkit::sandbox::seccomp::Rule> denied_calls(
    const Permissions& permissions, Level level);

// For commands under Policy::read_only: what changes modes, owners, times and attributes. Not for
// the tool, which opens up what it removes.
std::vector<toolkit::sandbox::seccomp::Rule> calls_on_metadata();

// For commands where the Landlock in force is old, what it misses, as far as system calls can make
// up for it: before ABI 3 truncation, before ABI 6 signals to one of `supervisors` or to everybody.
std::vector<toolkit::sandbox::seccomp::Rule> calls_missed_by(
    int abi, const std::vector<pid_t>& supervisors);

}
