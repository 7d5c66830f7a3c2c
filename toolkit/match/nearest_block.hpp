#pragma once

#include "toolkit/match/line_finder.hpp"
#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

// Returns the lines of the file that are most similar to the wanted ones. Candidates are the places
// at which most lines share most of their words, and among equal ones those nearest to line `near`.
// The best is the candidate with the fewest lines to change. Compares the first 500 of the wanted
// lines, and the first 10,000 bytes of each line. If the file has more than 16 MiB or 2,000,000
// lines, or if no line shares most words with a wanted one, lines are only compared as a whole.
// Returns nullopt if no line is similar to a wanted one. Takes linear time.
std::optional<LineRange> find_nearest_block(const std::vector<text::Line>& file,
    const std::vector<text::Line>& wanted, std::size_t near = 0);

// Describes the first wanted line that is not in the block: "line 12 is 'x', NAME has 'X' (they
// differ only in upper and lower case)". NAME is `name`, the source of the wanted lines. Whitespace
// at the ends of lines counts if nothing else differs. Returns nullopt if nothing differs.
std::optional<std::string> first_difference(const std::vector<text::Line>& file,
    const LineRange& block, const std::vector<text::Line>& wanted, std::string_view name);

// Returns "line 12" or "lines 12 to 14".
std::string block_in_words(const LineRange& block);

// Returns the lines of a block, each after a newline, up to about 2,000 bytes, for a message from
// which they can be copied.
std::string excerpt(const std::vector<text::Line>& lines, const LineRange& block);

// Describes how two similar lines differ: "only in whitespace: the file has tabs", "only in
// no-break spaces", "only in upper and lower case". `wanted_name` is the name of the wanted line in
// the description. Returns an empty string if the lines differ in more than that, or not at all.
std::string difference(
    std::string_view in_file, std::string_view wanted, std::string_view wanted_name);

// The line of a file at which a wanted text would begin, 0-based; negative if the file begins
// within the wanted text.
using Place = std::ptrdiff_t;

// The number of wanted lines that are compared word by word.
inline constexpr std::size_t max_compared = 500;

// Returns the first 10,000 bytes of a line as tokens with a space between them, in lower case and
// with plain typography.
std::string with_plain_tokens(std::string_view line);

// Returns true if the file has at most 16 MiB and 2,000,000 lines.
bool is_small(const std::vector<text::Line>& file);

// Returns at most 5 places, the best first, at which most lines of the file share most of their
// words with those of the wanted text; among equal ones, those nearest to line `near`. If there are
// none, or the file is not small, returns the places at which most lines are equal, except for
// whitespace at their ends. Takes linear time: of lines and tokens that the wanted text repeats, 20
// are used.
std::vector<Place> likely_places(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted, std::size_t near);

}
