#pragma once

#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

// A line of a file at which a wanted text would begin, from 0; below 0 if the file begins within
// the wanted text.
using Place = std::ptrdiff_t;

// The number of wanted lines that are compared word by word.
inline constexpr std::size_t max_compared = 500;

// Returns the first 10,000 bytes of a line as tokens with a space between them, in lower case and
// with plain typography.
std::string with_plain_tokens(std::string_view line);

// Says whether the file has at most 16 MiB and 2,000,000 lines.
bool is_small(const std::vector<text::Line>& file);

// Returns the places, at most 5 and the best first, where most lines of the file have most of their
// words in common with those of the wanted text, and of equal ones those nearest to line `near`.
// If there are none, or the file is not small: where most lines are the same, except for whitespace
// at their edges. Takes linear time: of the lines and tokens that the wanted text repeats, 20 are
// taken.
std::vector<Place> likely_places(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted, std::size_t near);

}
