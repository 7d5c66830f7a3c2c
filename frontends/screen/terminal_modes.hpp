#pragma once

#include "frontends/screen/region.hpp"

#include <string_view>

#include <termios.h>

namespace frontends::screen {

// The modes that the screen sets, from those that the terminal had: raw.
termios raw_modes(termios modes);

// Sets them. Returns whether the terminal has taken them.
bool set_raw(int terminal, const termios& at_start);

// Are they still those that the screen has set?
bool is_raw(int terminal, const termios& at_start);

// Whoever is left restores the terminal: where its modes are still those that the screen has set,
// and only there, so that a shell that has taken it back is left alone. Returns whether it did.
bool restore(int terminal, const termios& at_start);

// What takes back all that a screen that was killed may have left switched on.
inline constexpr std::string_view after_killed_screen
    = "\033[0m\033[?7h\033[?25h\033[?2026l\033[?2004l\r\n";

// 80x24 if it does not say.
Size size_of_terminal(int terminal);

}
