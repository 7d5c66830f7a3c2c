#pragma once

#include "toolkit/json/whole_json.hpp"

#include <string_view>

// JSON as model servers write it: as parse_bounded() reads it, and where that is not possible with repairs that lose
// nothing else. A byte that is not UTF-8, and half of a surrogate pair, become U+FFFD; NaN and Infinity become null.
// Throws what parse_bounded() throws.
Json parse_server_json(std::string_view text);
