#pragma once

#include "toolkit/text/lines.hpp"
#include "toolkit/text/unified_diff.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

using Match = text::TextRange;
using Replacement = text::TextChange; // what takes the place of a match

// What was found of some text. Places may overlap: they are those that count as ambiguous.
struct Matches {
    std::vector<Match> places;

    // Throws TOO_LARGE behind a million of them.
    void add(Match match);

    // The first place of each run of those that overlap.
    std::vector<Match> apart() const;

    // Does one of the places, which are in their order, have a byte of this one?
    bool has_part_of(Match match) const;
};

// The line, from 1, in which a byte stands.
std::size_t line_at(std::string_view text, std::size_t offset);

// Where the line of a byte ends, without its line break.
std::size_t line_end(std::string_view text, std::size_t offset);

// Throws TOO_LARGE if the lines in which the places begin have too many bytes, those of a line
// counted for each place in it: more than can be looked at.
void check_line_lengths(std::string_view text, const std::vector<Match>& places);

// Where `part` stands at or after `from`, or npos. An order of magnitude faster than
// std::string_view::find().
std::size_t find_bytes(std::string_view text, std::string_view part, std::size_t from);

}
