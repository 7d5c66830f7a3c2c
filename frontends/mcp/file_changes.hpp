#pragma once

#include "toolkit/ignore/git_excludes.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::mcp {

using namespace toolkit;

// Finds out which files and directories of the workspace change, by inotify(7) in the directories
// that contain them and, for renames, on those above. Reads only ignore rules. A directory changes
// when a name is added to or removed from it; names that begin with a dot do not count. No
// function blocks.
class FileChanges {
public:
    using Clock = system::Watch::Clock;

    FileChanges();

    // Begins to watch a path relative to the workspace; its directory must exist. Throws
    // OUTSIDE_WORKSPACE or NOT_FOUND, BAD_REQUEST if ignore rules leave the path out, and TOO_LARGE
    // if it has more than 64 names, or if the ignore rules that were read since the last step()
    // have more than 512 KiB.
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
        std::vector<int> above = {}; // the watches of directories that contain it
    };

    // Ignore rules that were read, until the next step().
    struct Rules {
        std::optional<ignore::Surroundings> surroundings = {};
        std::map<std::string, ignore::IgnoreLevels> levels = {}; // by directories
        std::size_t bytes_left = 512 << 10;
    };

    Watched begin(const std::string& path);
    int watch_directory(const std::string& directory, std::uint32_t changes) const;
    bool is_ignored(const std::string& resolved);
    void release(const std::vector<int>& watches) const;
    void take_end(int watch);
    void read_events();
    void take_event(int watch, std::uint32_t mask, std::string_view name);
    void note(const std::string& path);
    void look_for_removed();

    Workspace workspace;
    File events;
    std::map<std::string, Watched> paths;
    Rules rules;
    std::map<std::string, Clock::time_point> due; // of paths that have changed
    Clock::time_point next_look = Clock::time_point::max(); // for paths whose directory was removed
};

}
