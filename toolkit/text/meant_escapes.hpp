#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Returns the offsets of all occurrences of a backslash and `letters` outside quotes and the raw
// strings of C++.
std::vector<std::size_t> escapes_outside_quotes(std::string_view line, std::string_view letters);

// True if the line is a comment, or `at` is after the beginning of one.
bool is_in_comment(std::string_view line, std::size_t at);

// Returns true if a file of this name is TeX, in which a backslash begins a command or an accent.
bool is_tex(std::string_view name);

// Returns true if the backslash at `at`, which is outside quotes and followed by 'n' or 't', is
// probably intended in a file of this name: it begins a TeX command or a Haskell lambda, or is part
// of a Windows path. Before an 'n', more evidence is needed in languages that have no such paths
// outside comments.
bool is_meant_escape(std::string_view line, std::size_t at, std::string_view name);

}
