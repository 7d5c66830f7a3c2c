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

// The files of later_table() that a call has touched; for put_runs_later().
class LaterFiles {
public:
    // Adds a resolved path if it belongs to the table.
    void add(const std::string& path, EntryKind kind);

    // Adds both the path that a request gives, and the path that it leads to, if they belong to the
    // table: a link that is called Makefile, and the file that it leads to.
    void add_file(
        const Workspace& workspace, const std::string& given, const std::string& resolved);

    // Adds a path that is known to belong to the table.
    void take(const std::string& path) { found.insert(path); }

    // Records that the search was incomplete.
    void leave_incomplete() { incomplete = true; }

    const std::set<std::string>& paths() const { return found; }
    bool is_incomplete() const { return incomplete; }

private:
    std::set<std::string> found;
    bool incomplete = false;
};

// Searches a directory for files of later_table(), breadth first, so that the deepest are missed if
// there are too many. Links are not followed, except for those with a name of the table.
// Directories for which skips_later_files() is true are not entered.
struct LaterWalk {
    const Workspace& workspace;

    // Selects what has changed at this time or later, judged by ctime, which no program can set;
    // also everything in a directory that was renamed since then and whose list of entries has not
    // changed. nullopt: selects everything.
    std::optional<timespec> since = {};

    std::size_t max_entries = 200'000;
    std::chrono::milliseconds max_time {500}; // applies to more entries and links than these:
    std::size_t least_entries = 10'000;
    std::size_t least_links = 16; // each can lead through thousands of directories

    // Adds the files found beneath the resolved directory `start`. Marks `files` as incomplete if a
    // limit is reached, or if a directory into which files could be put cannot be listed. Throws
    // only if memory is short.
    void run(const std::string& start, LaterFiles& files) const;
};

}
