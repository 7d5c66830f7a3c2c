#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::system {

// Must be called before the sandbox is entered, since a signal handler can't be installed
// afterwards: without it lock_directory() waits without limit.
void prepare_to_lock();

// Waits for the exclusive lock (flock) of an open directory; it is held until `directory` is
// closed. The kernel serves those who wait in their order. Throws TIMED_OUT after 10 s, naming
// `name`.
void lock_directory(const File& directory, std::string_view name);

// Takes that lock if nobody holds it, or `directory` itself does.
bool try_to_lock(const File& directory) noexcept;

struct ToLock {
    const File* directory;
    std::string name; // in messages
};

enum class Wait { as_above, never }; // never: TIMED_OUT at once

// All of them, each once, in one order in every process, so that two which want each other's can't
// wait for one another; held until what is returned is closed.
std::vector<File> lock_directories(
    const std::vector<ToLock>& directories, Wait wait = Wait::as_above);

}
