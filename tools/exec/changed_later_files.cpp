#include "changed_later_files.hpp"

#include "toolkit/workspace/later_walk.hpp"

namespace exec {

using namespace toolkit;

timespec time_of_changes()
{
    timespec now {};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now;
}

workspace::LaterFiles files_changed_since(const timespec& start, const Workspace& workspace)
{
    workspace::LaterFiles files;
    workspace::LaterWalk {.workspace = workspace, .since = start}.run(".", files);
    return files;
}

}
