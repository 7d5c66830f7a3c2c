#pragma once

#include "permissions.hpp"

#include "toolkit/sandbox/seccomp.hpp"

#include <sys/types.h>

#include <vector>

namespace exec::sandbox {

// Returns the rules for system calls that commands, and the programs that they execute, must not
// make. All other calls are allowed. The tool itself runs under the rules of Level::landlock. With
// namespaces more is allowed, since it cannot reach other processes: System V memory and message
// queues, and, with the network off, sockets of a network that leads nowhere.
std::vector<toolkit::sandbox::seccomp::Rule> denied_calls(
    const Permissions& permissions, Level level);

// Returns the rules for commands under Policy::read_only: calls that change modes, owners, times
// and attributes. They are not for the tool, which changes modes to remove directories.
std::vector<toolkit::sandbox::seccomp::Rule> calls_on_metadata();

// Returns the rules for commands that replace what the Landlock ABI in force lacks, as far as
// system call filters can: truncation before ABI 3, and before ABI 6 signals to one of
// `supervisors` or to all processes.
std::vector<toolkit::sandbox::seccomp::Rule> calls_missed_by(
    int abi, const std::vector<pid_t>& supervisors);

}
