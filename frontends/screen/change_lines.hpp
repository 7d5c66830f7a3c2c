#pragma once

#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string_view>

namespace frontends::screen {

// A unified diff as lines. The differences between a removed line and its replacement, and spaces
// at the end of a line, are in reverse video. Has at most `most` lines; `left_out` counts the
// others.
struct ShownChange {
    Lines lines;
    std::size_t left_out;
};

ShownChange change_lines(std::string_view diff, std::size_t most, const Palette& palette);

}
