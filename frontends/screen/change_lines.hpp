#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace frontends::screen {

// Returns a unified diff as lines. The differences between a removed line and its replacement, and
// spaces at the end of a line, are in reverse video.
Lines change_lines(std::string_view diff, const Palette& palette);

// Returns the lines of a change that the engine has sent, with the same marks, and with their
// numbers before them unless the terminal has less than 40 columns.
Lines numbered_lines(const std::vector<agent::channel::DisplayLine>& lines, std::size_t columns,
    const Palette& palette);

}
