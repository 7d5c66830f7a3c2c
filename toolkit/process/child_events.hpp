#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/system/watch.hpp"

namespace toolkit::process {

// Readable when a child of this process has changed its state. SIGCHLD must be blocked. The kernel
// may have no descriptor for it: then the children have to be looked at again and again.
class ChildEvents {
public:
    ChildEvents();

    // Adds the wait for a change, or, if there is no descriptor, until the next look.
    void watch(system::Watch& watch) const;

    // Makes it unreadable until the next change. To be called before the children are looked at.
    void take() const;

    void close() { file.close(); }

private:
    File file;
};

}
