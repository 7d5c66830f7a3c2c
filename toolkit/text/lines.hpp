#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// How a line ends; `none` is the last line of a text without a final newline.
enum class LineEnd : unsigned char { none, lf, crlf };

struct Line {
    std::string_view text; // without its end
    LineEnd end;
};

// The bytes of an end: "", "\n" or "\r\n".
std::string_view bytes_of(LineEnd end);

// All lines of `text`, as views into it. An empty text has none.
std::vector<Line> split_lines(std::string_view text);

// The end of new lines in place of text[begin, end): that of the line in which it ends, else of the
// line before it, else LF.
LineEnd end_around(std::string_view text, std::size_t begin, std::size_t end);

// Where the line begins that `offset` is on.
std::size_t line_begin(std::string_view text, std::size_t offset);

// A file whose lines end in a carriage return (CR) alone is edited as if they ended in a line feed:
// each byte keeps its place.

// True if the file has such lines, and no line feed.
bool has_lone_returns(std::string_view file);

// With LF in place of CR and CRLF.
std::string with_line_feeds(std::string_view text);

// With CR in place of LF.
void put_returns(std::string& text);

// Returns the number that a tool which shows a file puts in front of a line, with its indentation
// and the separator: " 1\u2192", "12 |", "7:", "3\t". Empty if the line has no such number.
std::string_view number_before(std::string_view line);

}
