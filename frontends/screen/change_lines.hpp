#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace frontends::screen {

// A unified diff as lines. The differences between a removed line and its replacement, and spaces
// at the end of a line, are in reverse video. Has at most `most` lines; `left_out` counts the
// others.
struct ShownChange {
    Lines lines;
    std::size_t left_out;
};

ShownChange change_lines(std::string_view diff, std::size_t most, const Palette& palette);

// Returns the lines of a change as the engine tells it, with the same marks, and with their numbers
// before them unless the terminal has less than 40 columns.
Lines numbered_lines(const std::vector<agent::channel::DisplayLine>& lines, std::size_t columns,
    const Palette& palette);

}
