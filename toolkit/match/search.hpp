#pragma once

#include "toolkit/match/typography.hpp"
#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace toolkit::match {

// What was found of some text. Places may overlap: they are those that count as ambiguous.
struct Matches {
    std::vector<Match> places;

    // Throws TOO_LARGE after a million of them.
    void add(Match match);

    // The first place of each run of those that overlap.
    std::vector<Match> apart() const;

    // Does one of the places, which are in their order, have a byte of this one?
    bool has_part_of(Match match) const;
};

// The line, from 1, in which a byte stands.
std::size_t line_at(std::string_view text, std::size_t offset);

// Where the line of a byte ends, without its newline.
std::size_t line_end(std::string_view text, std::size_t offset);

// Is there nothing but indentation before this byte in its line?
bool starts_line(std::string_view text, std::size_t at);

// Where `part` stands at or after `from`, or npos. An order of magnitude faster than
// std::string_view::find().
std::size_t find_bytes(std::string_view text, std::string_view part, std::size_t from);

// Where some text stands in a file, one function for each way to look. They are pure. Searches that
// repeated text would make too long throw TOO_LARGE.

// Byte for byte, except that LF and CRLF are the same, and that the end of the file is as good as a
// newline at the end of the wanted text.
Matches find_exact(std::string_view text, std::string_view wanted);

// Whole lines, compared without indentation and trailing whitespace. Nothing is found of a text
// that is all whitespace. The match has the line's indentation in it, and its newline where the
// wanted text has one.
Matches find_lines(std::string_view text, std::string_view wanted);

// Tokens (words, and other characters one by one), compared without the whitespace between them.
// The match begins with the first token and ends with the last.
Matches find_tokens(std::string_view text, std::string_view wanted);

// As find_exact(), but typographic characters are as good as the plain ones for them; see
// toolkit/text/folding.hpp. Nothing is found if neither text has any.
Matches find_typographic_text(std::string_view text, std::string_view wanted);

// The lines of a wanted text and of a match of its tokens that begin with the same token.
struct LineStarts {
    std::vector<text::Line> written;
    std::vector<text::Line> file;
};

LineStarts line_starts(std::string_view text, Match match, std::string_view wanted);

// Are all of those lines indented alike at one of the places, at least?
bool has_indentation_of(std::string_view text, const Matches& found, std::string_view wanted);

}
