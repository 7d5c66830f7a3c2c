#pragma once

#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <chrono>
#include <cstddef>
#include <ctime>
#include <optional>

namespace toolkit::workspace {

// Looks for files of later_table() in a directory: breadth first, so that what lies deepest is left
// out where there is too much. Links are not followed, but those that are called by a name of the
// table. What skips_later_files() is not entered.
struct LaterWalk {
    const Workspace& workspace;

    // What has changed then or later, by the time that no program can set (ctime); and in a
    // directory that has got its name since, while no entry of it has changed, all. Nothing: all.
    std::optional<timespec> since = {};

    std::size_t max_entries = 200'000;
    std::chrono::milliseconds max_time {500}; // for more entries than these
    std::size_t least_entries = 10'000;
    std::size_t least_links = 16; // each can lead through thousands of directories

    // Adds what is found beneath the resolved directory `start`. Where a bound was reached, or a
    // directory can't be listed into which something could be put, the files are left incomplete.
    // Never throws but for memory.
    void run(const std::string& start, LaterFiles& files) const;
};

}
