#pragma once

#include <array>

namespace toolkit::system {

// From now on a computation that goes on for two seconds of processor time after a signal or the
// deadline of the Cancel of this process, and asks that nothing, ends the process: with 128 and the
// number of the signal, or with this status, unless it is 0. Nothing is tidied up then, as after
// SIGKILL. Waiting takes no processor time, and is for Cancel to end.
void end_if_deaf(int status_after_deadline);

// For Cancel: the descriptors that are readable after a signal and after the deadline; and whether
// it knows a reason to end.
void watch_for_deafness(const std::array<int, 2>& reasons);
void note_asked(bool has_reason);

}
