#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// The ending of a line. `none` is that of a last line without a final newline.
enum class LineEnd : unsigned char { none, lf, crlf };

struct Line {
    std::string_view text; // without its newline
    LineEnd end;
};

// Returns the bytes of a line ending: "", "\n" or "\r\n".
std::string_view bytes_of(LineEnd end);

// Returns all lines of `text`, as views into it. An empty text has no lines.
std::vector<Line> split_lines(std::string_view text);

// Returns the ending for new lines that replace text[begin, end): that of the line that contains
// `end`, else that of the line before it, else LF.
LineEnd end_around(std::string_view text, std::size_t begin, std::size_t end);

// Returns the offset at which the line that contains `offset` begins.
std::size_t line_begin(std::string_view text, std::size_t offset);

// A file whose lines end in a carriage return (CR) alone is edited as if they ended in a line feed.
// The offsets of all bytes stay the same.

// Returns true if lines of the file end in CR, and it has no line feed.
bool has_lone_returns(std::string_view file);

// Returns the text with LF in place of CR and CRLF.
std::string with_line_feeds(std::string_view text);

// Replaces each LF by CR.
void put_returns(std::string& text);

// Returns the number that a tool which displays a file writes before a line, with its indentation
// and the separator: " 1\u2192", "12 |", "7:", "3\t". Returns an empty view if the line has no such
// number.
std::string_view number_before(std::string_view line);

}
