#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::mcp {

using namespace toolkit;

// Finds out which files and directories of the workspace change, by inotify(7) in the directories
// that contain them. Reads none of them. A directory changes when a name in it comes or goes; names
// that begin with a dot do not count. Nothing here waits.
class FileChanges {
public:
    using Clock = system::Watch::Clock;

    FileChanges();

    // Begins to watch a path relative to the workspace; its directory must exist. Throws
    // ToolError, with OUTSIDE_WORKSPACE or NOT_FOUND, or BAD_REQUEST if ignore rules leave the path
    // out.
    void add(const std::string& path);
    void remove(const std::string& path);

    void watch(system::Watch& watch) const;

    // Returns the paths that have changed, each at most five times a second, and 200 ms after its
    // first change.
    std::vector<std::string> step();

private:
    struct Watched {
        int watch = -1; // in which directory; -1: it was removed, and is looked for again
        std::string name = {}; // in the directory; empty: the directory itself
    };

    Watched begin(const std::string& path) const;
    void read_events();
    void take_event(int watch, std::uint32_t mask, std::string_view name);
    void note(const std::string& path);
    void look_for_removed();

    Workspace workspace;
    File events;
    std::map<std::string, Watched> paths;
    std::map<std::string, Clock::time_point> due; // of paths that have changed
    Clock::time_point next_look = Clock::time_point::max(); // for paths whose directory was removed
};

}
