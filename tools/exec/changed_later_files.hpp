#pragma once

#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <ctime>

namespace exec {

using namespace toolkit;

// What a command has changed of what is run later (toolkit/workspace/runs_later.hpp).

// The time that the kernel gives to a change that is made now: it goes by the clock's ticks, not by
// the clock.
timespec time_of_changes();

// What has changed since in the workspace. Left incomplete where it is too large to be looked
// through.
workspace::LaterFiles files_changed_since(const timespec& start, const Workspace& workspace);

}
