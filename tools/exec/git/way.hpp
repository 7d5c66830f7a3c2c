#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

using namespace toolkit;

// The kinds of cost of a look. Each has its own limit, so that what is cheap to plant (an index)
// does not hide what is not (a config).
enum class Cost {
    entries, // of directories of repositories
    trees, // names on the way to repositories that are entries of an index
    targets, // names on the way to what links lead to
    names, // names on the way to what configs name
    text, // bytes of configs
    indexes, // bytes
};

// The limits of one look at the workspace: it ends soon and keeps little, whatever a command has
// left there.
class Budget {
public:
    Budget();

    // Returns false if something has to be left out: `count` is more than what is left of this
    // cost (then nothing of it is left), the time is up (10 s), or a signal has asked the tool to
    // end.
    bool take(Cost cost, std::size_t count);

    // Takes the cost of a path, which rises with its length.
    bool take_path(Cost cost, std::string_view path);

    std::size_t left(Cost cost) const { return rest[static_cast<std::size_t>(cost)]; }

    void leave_out(std::string_view why);

    // Returns the reason for what was left out first; empty if nothing was.
    const std::string& reason() const { return first_reason; }

private:
    using Clock = std::chrono::steady_clock;

    bool is_over(std::size_t count);

    std::array<std::size_t, 6> rest;
    Clock::time_point deadline;
    std::size_t since_look_at_clock = 0;
    bool has_ended = false;
    std::string first_reason;
};

// Where a path leads, as the kernel follows it (path_resolution(7)): also by links out of the
// workspace and in again.
struct Way {
    bool is_there = false; // the last name exists, in the workspace or outside
    std::optional<std::string> target; // if it is in the workspace: resolved; "." for the root
    std::vector<std::string> links; // those of the workspace that were followed, resolved
};

// `path` is absolute, or relative to the root. Opens nothing but O_PATH, one descriptor at a time.
// What can't be followed to its end leads nowhere, and `budget` says so, unless git can't follow it
// either.
Way find_way(const Workspace& workspace, Budget& budget, Cost cost, const std::string& path);

}
