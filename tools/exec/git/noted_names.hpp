#pragma once

#include "lost_names.hpp"

#include "toolkit/system/file.hpp"

#include <sys/types.h>

namespace exec::git {

using namespace toolkit;

// The ids that refs and reflogs named before commands that still run, in the file agentcli/names of
// the repository ("ID TIME TEXT", one a line, as in NamedBy), which no command can change. All
// calls that run at the same time share them: each one compares what any of them has noted, so that
// the last one finds what the others saw named only for a moment. The next call has them if a tool
// is killed.
class NotedNames {
public:
    // Opens the file and locks it. Waits until no other call compares names, for 10 s at most.
    explicit NotedNames(const File& repository);

    // Returns true if no other call runs, and none was killed since names were compared last.
    bool is_alone() const { return alone; }

    // Returns true if nothing was noted when it was opened.
    bool is_empty() const { return empty; }

    // Before the command: notes the names. Others stay noted, unless this call is alone and these
    // are all names. Does nothing if it cannot be written.
    void note(const NamedIds& names, bool are_all);

    // After note(), or instead of it if the names are those of the last call. Until then no other
    // call begins.
    void share();

    // While other calls run: notes more of them. Throws system_error() if the disk is full, or the
    // file has 64 MiB.
    void add(const NamedIds& names) const;

    // When nothing of the command runs any more, before names are compared: from now until unlock()
    // no other call begins, unless one runs already. Returns false if one does.
    bool begin_comparison() const;

    // Returns all that is noted.
    NamedIds read() const;

    // Returns true if nothing was added to what this call has noted, or found, before its command.
    bool is_unchanged() const;

    // When they have been compared: the next call need not do it, unless another one runs.
    void close() const;

    // Lets other calls begin, although this process stays.
    void unlock() const;

private:
    void replace(const std::string& text) const;

    File file;
    bool alone = false;
    bool empty = true;
    bool is_locked = false; // exclusively, or as one of several
    off_t noted = -1; // the size of the file, if this call was alone; nobody removes from it
};

}
