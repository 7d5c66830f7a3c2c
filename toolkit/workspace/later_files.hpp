#pragma once

#include "toolkit/workspace/runs_later.hpp"

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

}
