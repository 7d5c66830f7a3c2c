#pragma once

#include <array>
#include <cstddef>

namespace toolkit::system {

// Overwrites the arguments after the first one, and the environment, which is empty afterwards:
// both can have secrets of the operator, and whoever may read the memory of a process, or
// /proc/PID/cmdline and environ, reads them. `argv` is that of main(), or null. To be called with
// one thread. A string that getenv() has returned is overwritten, too.
void erase_arguments_and_environment(char** argv);

// From now on this process fails (std::bad_alloc) before its address space gets larger than this,
// if that is less than what it may have already. Once in a process.
void limit_memory(std::size_t bytes);

// Restores the previous limit for a program that this process is about to start.
void lift_memory_limit();

// True if limit_memory() has set a limit.
bool has_memory_limit();

// Starts a timer that ends the process if it uses two seconds of processor time after a signal or
// the deadline of its Cancel without checking the Cancel. The exit status is 128 plus the number of
// the signal, or `status_after_deadline`; 0: a deadline does not end it. No cleanup runs, as after
// SIGKILL. A process that waits uses no processor time, and is not ended.
void start_watchdog(int status_after_deadline);

// Used by Cancel. The descriptors become readable after a signal and after the deadline.
void watch_reasons(const std::array<int, 2>& descriptors);

// Used by Cancel at each check. With a known reason the watchdog waits for the process to end.
void note_cancel_check(bool has_reason);

}
