#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace frontends::workflow {

using namespace toolkit;

// The place of this process in a `concurrency` group, of which at most one run of this user is
// active at a time. Groups are files in agentcli/groups of $XDG_STATE_HOME, and a place is a lock
// on one of them, which the kernel removes with the process.
class RunGroup {
public:
    struct Wanted {
        std::string name;
        bool cancels = false; // end the run that has the place
    };

    // Waits for the place, and calls `note` once for each process that has it meanwhile. With
    // `cancels`, that process gets SIGTERM. Throws INTERNAL "interrupted", BAD_REQUEST without a
    // home directory, and as system_error() does.
    RunGroup(const Wanted& wanted, system::Cancel& cancel,
        const std::function<void(std::string_view)>& note);

private:
    File held;
};

}
