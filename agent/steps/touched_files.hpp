#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace agent::steps {

// A time between two others, in milliseconds since 1970.
struct Interval {
    std::int64_t begin;
    std::int64_t end;
};

// Returns for each interval whether a file or directory of the workspace `root` was changed, made
// or removed in it, judged by the times of the last change of what is there now: a change that was
// followed by another one is not found, nor is a removal in the root or in a directory of `known`.
// Leaves out .git, .agentcli and the files `known`, which are relative to the root. Links are not
// followed. Looks at the first 200,000 entries, and for at most a second: after that an interval
// counts as one without changes.
std::vector<bool> have_changes(const std::string& root, const std::vector<Interval>& intervals,
    const std::set<std::string>& known);

}
