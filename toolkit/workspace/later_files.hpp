#pragma once

#include "toolkit/workspace/runs_later.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <chrono>
#include <cstddef>
#include <ctime>
#include <optional>
#include <set>
#include <string>

namespace toolkit::workspace {

class Workspace;

// The files of later_table() that a call has touched, for its answer: put_runs_later().
class LaterFiles {
public:
    // Takes note of a resolved path that belongs to the table, and of no other.
    void add(const std::string& path, EntryKind kind);

    // Takes note of what a request names `given`, and what that leads to, since both are changed: a
    // link that is called Makefile, and the file that is.
    void add_file(
        const Workspace& workspace, const std::string& given, const std::string& resolved);

    // Takes note of a path that is known to belong to the table.
    void take(const std::string& path) { found.insert(path); }

    // Not all was looked at.
    void leave_incomplete() { incomplete = true; }

    const std::set<std::string>& paths() const { return found; }
    bool is_incomplete() const { return incomplete; }

private:
    std::set<std::string> found;
    bool incomplete = false;
};

// Looks for files of later_table() in a directory: breadth first, so that what lies deepest is left
// out where there is too much. Links are not followed, but those that are called by a name of the
// table. What skips_later_files() is not entered.
struct LaterWalk {
    const Workspace& workspace;

    // Selects what has changed at this time or later, by ctime, which no program can set; and
    // everything in a directory that was renamed since and whose list of entries has not changed.
    // nullopt: selects everything.
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
