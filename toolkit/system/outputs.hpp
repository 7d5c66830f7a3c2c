#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace toolkit::system {

// Opens those of the descriptors 0 to 2 that are closed, since the next file that is opened would
// otherwise become stdin, stdout or stderr. A stdout that was closed refuses writes (EBADF), so
// that an answer is not lost without an error.
void hold_standard_descriptors();

// The directory .agentcli/output of a workspace has files that store long outputs. A file is
// created there with O_EXCL | O_NOFOLLOW and mode 0600, and its writer holds a lock (flock) on it.

// Opens this directory, and makes what is missing. Throws system_error(), also if a part of the
// path is a link.
File open_outputs(const File& root);

// Removes files of former calls: those older than seven days, and then the oldest until the others
// take at most `max_bytes`. Never removes one of `kept`, or one that a call is still writing.
// Touches only names as name_for_output() returns them. Never throws: files that cannot be removed
// stay.
void remove_old_outputs(
    const File& directory, std::int64_t max_bytes, const std::vector<std::string>& kept);

// Returns <random>.<ending>. An ending consists of one to eight lower-case letters and digits.
std::string name_for_output(const std::string& ending);

}
