#pragma once

#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string_view>

namespace frontends::screen {

// A unified diff as lines: what differs between a removed line and the one that took its place, and
// spaces at a line's end, are in reverse video. At most `most` lines; `left_out` counts the others.
struct ShownChange {
    Lines lines;
    std::size_t left_out;
};

ShownChange change_lines(std::string_view diff, std::size_t most, const Palette& palette);

}
