#pragma once

#include "agent/channel/screen_events.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::display {

// A unified diff as lines with their numbers, and how many lines it adds and removes. Groups of
// changed lines are separated by gaps. If there is only one, a line of context is on either side.
struct ShownDiff {
    std::vector<channel::DisplayLine> lines = {};
    std::size_t added = 0;
    std::size_t removed = 0;
    std::size_t files = 0;
    bool is_new = false; // each file is a new one
};

// Returns the diff of a tool. Names of files are lines of their own if there are several. What is
// no diff has no lines.
ShownDiff shown_diff(std::string_view diff);

// Returns the paths of a patch in one of the forms that apply_patch accepts, each once.
std::vector<std::string> paths_in_patch(std::string_view patch);

}
