#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace toolkit::system {

// Opens those of the descriptors 0 to 2 that are closed: the next file that is opened would become
// stdin, stdout or stderr. A stdout that was closed takes nothing (EBADF), so that an answer is not
// lost without an error.
void hold_standard_descriptors();

// The directory of the files that take long outputs: .agentcli/output of a workspace. A file is
// made there with O_EXCL | O_NOFOLLOW and mode 0600, and its writer holds a lock (flock) on it.

// Opens it, making what is missing. Throws what system_error() makes of a failure; a link on the
// way is one.
File open_outputs(const File& root);

// Removes files of former calls: those older than seven days, and then the oldest until those that
// are left take at most `max_bytes`; never one of `kept`, and never one that a call is still
// writing. Only names that name_for_output() gives are touched. Never throws: what can't be removed
// stays.
void remove_old_outputs(
    const File& directory, std::int64_t max_bytes, const std::vector<std::string>& kept);

// <random>.<ending>; an ending is one to eight lower-case letters and digits.
std::string name_for_output(const std::string& ending);

}
