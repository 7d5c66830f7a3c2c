#pragma once

#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string>

namespace frontends::screen {

// Returns the keys that "?" on an empty input shows: two columns from 70 columns on.
Lines key_sheet(std::size_t columns, const Palette& palette);

// Returns all keys as lines of text, for /keys.
std::string all_keys();

}
