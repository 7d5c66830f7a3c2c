#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::display {

// Returns a line of output in the state in which a terminal would leave it: the text after the last
// carriage return that does not end the line, without escape sequences and control characters other
// than tabs. Stops after about 2,000 bytes.
std::string printed_line(std::string_view line);

// Some lines of a text, in their order, and the number of all its lines.
struct LastLines {
    std::vector<std::string> lines = {};
    std::size_t count = 0; // empty lines at the end of the text do not count
};

// Return the last or the first `most` lines of a text, as printed_line() shows them.
LastLines last_lines(std::string_view text, std::size_t most);
LastLines first_lines(std::string_view text, std::size_t most);

// Keeps the end of a program's output while it arrives, and counts its lines. If there are more
// than 128 KiB, only the last 64 KiB are kept, beginning with a whole line.
class LiveTail {
public:
    void add(std::string_view piece);

    // Returns the last `most` lines, including an unfinished one.
    LastLines last(std::size_t most) const { return {last_lines(kept, most).lines, count()}; }

    // Returns the number of all lines, including an unfinished one.
    std::size_t count() const { return newlines + (has_begun ? 1 : 0); }

    // Returns the output that is kept.
    const std::string& text() const { return kept; }

    // Returns true if all of the output is kept.
    bool is_whole() const { return !is_cut; }

private:
    std::string kept;
    std::size_t newlines = 0;
    bool has_begun = false; // true if the last line has no newline yet
    bool is_cut = false;
};

}
