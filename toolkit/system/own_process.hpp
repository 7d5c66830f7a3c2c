#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace toolkit::system {

// Overwrites the arguments after the first one and the environment, which is empty afterwards. Both
// can contain secrets of the operator, and are visible in the memory of the process and in
// /proc/PID/cmdline and environ. `argv` is that of main(), or null. To be called while there is one
// thread. A string that getenv() has returned is overwritten as well.
void erase_arguments_and_environment(char** argv);

// Returns the value of a variable of the environment; empty if it is not set. No thread may set
// variables meanwhile.
std::string environment_variable(const char* name);

// Limits the address space of this process, unless its limit is already lower. Allocations beyond
// it fail with std::bad_alloc. May be called once in a process.
void limit_memory(std::size_t bytes);

// Restores the previous limit for a program that this process is about to start.
void lift_memory_limit();

// Returns true if limit_memory() has set a limit.
bool has_memory_limit();

// Starts a timer that ends the process if it uses two seconds of processor time after a signal or
// the deadline of its Cancel without checking the Cancel. The exit status is 128 plus the number of
// the signal, or `status_after_deadline`; if that is 0, a deadline does not end the process. No
// cleanup runs, as after SIGKILL. A process that waits uses no processor time and is not ended.
void start_watchdog(int status_after_deadline);

// Used by Cancel. The descriptors become readable after a signal and after the deadline.
void watch_reasons(const std::array<int, 2>& descriptors);

// Used by Cancel at each check. If a reason is known, the watchdog waits for the process to end.
void note_cancel_check(bool has_reason);

}
