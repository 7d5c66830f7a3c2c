#pragma once

#include "frontends/screen/region.hpp"

#include <string_view>

#include <termios.h>

namespace frontends::screen {

// Returns the raw modes that the screen sets, derived from the current ones.
termios raw_modes(termios modes);

// Sets the raw modes. Returns whether the terminal has accepted them.
bool set_raw(int terminal, const termios& at_start);

// True if the modes are still those that the screen has set.
bool is_raw(int terminal, const termios& at_start);

// Restores the terminal if its modes are still those that the screen has set, so that a shell that
// has taken it back is not disturbed. Called by the process that is left. Returns whether it did.
bool restore(int terminal, const termios& at_start);

// The bytes that reset everything that a killed screen may have left switched on, and end a picture
// that it was writing.
inline constexpr std::string_view after_killed_screen
    = "\033\\\033[0m\033[?7h\033[?25h\033[?2026l\033[?2004l\r\n";

// Push and pop a mode of the keyboard protocol of kitty, in which Shift-Enter is another key than
// Enter. Only for terminals that are known to have it.
inline constexpr std::string_view push_keyboard = "\033[>1u";
inline constexpr std::string_view pop_keyboard = "\033[<u";

// Returns the size of a terminal; 80x24 if it reports none.
Size size_of_terminal(int terminal);

}
