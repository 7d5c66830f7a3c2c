#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::system {

// Installs the signal handler for the timeout of locks. Must be called before the sandbox is
// entered, which forbids it. Without it, lock_directory() waits without limit.
void prepare_to_lock();

// Waits for the exclusive lock (flock) of an open directory, which is held until `directory` is
// closed. The kernel serves waiters in their order. Throws TIMED_OUT after 10 s; the message has
// `name`.
void lock_directory(const File& directory, std::string_view name);

// Takes the lock of a directory if it is free or `directory` already has it. Returns true if it has
// the lock then.
bool try_to_lock(const File& directory) noexcept;

struct ToLock {
    const File* directory;
    std::string name; // for messages
};

enum class Wait { as_above, never }; // never: TIMED_OUT immediately

// Locks all directories, each once, in the same order in every process, so that two processes
// cannot wait for each other. The locks are held until the returned files are closed.
std::vector<File> lock_directories(
    const std::vector<ToLock>& directories, Wait wait = Wait::as_above);

}
