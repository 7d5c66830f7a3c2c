#pragma once

#include "agent/channel/screen_events.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::display {

// A unified diff for display. Groups of changed lines are separated by gaps. If there is only one
// group, it has at most one line of context before and after it; otherwise there is no context.
struct ShownDiff {
    std::vector<channel::DisplayLine> lines = {};
    std::size_t added = 0; // number of lines added
    std::size_t removed = 0; // number of lines removed
    std::size_t files = 0;
    bool is_new = false; // true if all files are new
};

// Parses the diff of a tool's answer. Names of files are lines of their own if there are several
// files. Returns no lines if the text is not a diff.
ShownDiff shown_diff(std::string_view diff);

// Returns the paths of the files that a patch changes, each once. Accepts unified diffs and the
// "*** Update File:" form. Empty if the text is not such a patch.
std::vector<std::string> paths_in_patch(std::string_view patch);

}
