#pragma once

#include "toolkit/match/typography.hpp"
#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace toolkit::match {

// The places at which a text was found. Places may overlap, since overlapping ones make a match
// ambiguous.
struct Matches {
    std::vector<Match> places;

    // Throws TOO_LARGE after a million places.
    void add(Match match);

    // Returns the places without those that overlap a place before them.
    std::vector<Match> apart() const;

    // Returns true if one of the places, which must be sorted, shares a byte with this one.
    bool has_part_of(Match match) const;
};

// Returns the line, 1-based, that contains this byte.
std::size_t line_at(std::string_view text, std::size_t offset);

// Returns the end of the line that contains this byte, without its newline.
std::size_t line_end(std::string_view text, std::size_t offset);

// Returns true if there is nothing but indentation before this byte in its line.
bool starts_line(std::string_view text, std::size_t at);

// Returns the offset of `part` at or after `from`, or npos. An order of magnitude faster than
// std::string_view::find().
std::size_t find_bytes(std::string_view text, std::string_view part, std::size_t from);

// The functions below find a text in a file, each in another way. They are pure functions. They
// throw TOO_LARGE if repeated text would make the search too long.

// Compares byte by byte, except that LF and CRLF are equal, and that the end of the file matches a
// newline at the end of the wanted text.
Matches find_exact(std::string_view text, std::string_view wanted);

// Compares whole lines without indentation and trailing whitespace. A wanted text without any other
// characters is not found. The match includes the line's indentation, and its newline if the wanted
// text has one.
Matches find_lines(std::string_view text, std::string_view wanted);

// Compares tokens (words, and other characters one by one) without the whitespace between them. The
// match begins with the first token and ends with the last one.
Matches find_tokens(std::string_view text, std::string_view wanted);

// Like find_exact(), but typographic characters match their plain forms; see
// toolkit/text/folding.hpp. Nothing is found if neither text has any.
Matches find_typographic_text(std::string_view text, std::string_view wanted);

// The lines of a wanted text, and those of a match of its tokens, that begin with the same token.
struct LineStarts {
    std::vector<text::Line> written;
    std::vector<text::Line> file;
};

LineStarts line_starts(std::string_view text, Match match, std::string_view wanted);

// Returns true if all lines that begin with the same token are indented alike in the wanted text
// and at one of the places.
bool has_indentation_of(std::string_view text, const Matches& found, std::string_view wanted);

}
