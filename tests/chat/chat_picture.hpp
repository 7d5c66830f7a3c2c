#pragma once

#include "emulator.hpp"

#include <string>
#include <vector>

// Pictures of a chat as SVG. A row of the terminal is a line of the file, and what a picture shows
// at its end has the class `e`.

// What the terminal shows after a while: all rows since the beginning, of which the last ones are
// on the screen.
struct Frame {
    double at = 0; // seconds
    std::vector<StyledRow> rows;
    std::size_t scrolled = 0;
    VTermPos cursor {};
};

// The screen at one moment.
std::string still_picture(const Frame& frame, int rows, int columns, const std::string& title);

// All of it, again and again, by CSS. Who wants no motion sees the end.
std::string moving_picture(
    const std::vector<Frame>& frames, int rows, int columns, const std::string& title);

// The rows that a picture shows at its end, without what differs between two chats that are the
// same: times, sizes of answers, ports, and the places of what stands behind these.
std::vector<std::string> rows_at_end(const std::string& picture);
