#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Returns the offsets of each backslash followed by `letters` outside quotes.
std::vector<std::size_t> escapes_outside_quotes(std::string_view line, std::string_view letters);

// True if the line is a comment, or `at` is after the beginning of one.
bool is_in_comment(std::string_view line, std::size_t at);

// True if a file of this name is TeX, in which a backslash begins a command or an accent.
bool is_tex(std::string_view name);

// True if the backslash at `at`, which is outside quotes and followed by 'n' or 't', is probably
// meant in a file of this name: it begins a command of TeX or a lambda of Haskell, or is a part of
// a path of Windows. After an 'n', languages that have no such path outside comments need more
// evidence.
bool is_meant_escape(std::string_view line, std::size_t at, std::string_view name);

}
