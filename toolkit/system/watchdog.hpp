#pragma once

#include <array>

namespace toolkit::system {

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
