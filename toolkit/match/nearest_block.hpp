#pragma once

#include "toolkit/match/line_finder.hpp"
#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

// Returns the lines of the file that are most like the wanted ones. Candidates are the places where
// most lines have most of their words in common, among equals those nearest to line `near`; of the
// best of them, the one with the fewest lines to change. Of the wanted lines the first 500 are
// compared, and of each line the first 10,000 bytes. In a file over 16 MiB or of over 2,000,000
// lines, and where no line has most words of a wanted one, lines are only compared as a whole.
// Returns nullopt if no line is like a wanted one. Takes linear time.
std::optional<LineRange> find_nearest_block(const std::vector<text::Line>& file,
    const std::vector<text::Line>& wanted, std::size_t near = 0);

// Returns how the first wanted line that is not in the block differs: "line 12 is 'x', NAME has 'X'
// (they differ only in upper and lower case)", where NAME says what the wanted lines are of.
// Whitespace at the edges of lines counts if nothing else differs. Returns nullopt if nothing does.
std::optional<std::string> first_difference(const std::vector<text::Line>& file,
    const LineRange& block, const std::vector<text::Line>& wanted, std::string_view name);

// Returns "line 12" or "lines 12 to 14".
std::string block_in_words(const LineRange& block);

// Returns the lines of a block to be copied, each after a newline; about 2000 bytes of them.
std::string excerpt(const std::vector<text::Line>& lines, const LineRange& block);

// How two lines that look alike differ, in words: "only in blanks: the file has tabs", "only in
// no-break spaces", "only in upper and lower case". `wanted_name` is how the words call the line
// that is not the file's. Empty where the lines differ in more than that, or not at all.
std::string difference(
    std::string_view in_file, std::string_view wanted, std::string_view wanted_name);

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
