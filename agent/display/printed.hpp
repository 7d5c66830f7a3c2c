#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::display {

// Returns a line that a program has printed as a terminal would leave it: after the last carriage
// return that is followed by more, without escape sequences and other control characters. Tabs
// stay.
std::string printed_line(std::string_view line);

// The last lines of a text, the latest last, and the number of all.
struct LastLines {
    std::vector<std::string> lines = {};
    std::size_t count = 0;
};
LastLines last_lines(std::string_view text, std::size_t most);

// Likewise the first lines. Empty lines at the end do not count.
LastLines first_lines(std::string_view text, std::size_t most);

// The output of a program that runs, as it arrives: the last lines and the number of all. At most
// 64 KiB are kept, the latest, in pieces of a line.
class LiveTail {
public:
    void add(std::string_view piece);

    // Returns the last lines, with the one that has begun.
    LastLines last(std::size_t most) const { return {last_lines(kept, most).lines, count()}; }

    // Returns the number of lines, with the one that has begun.
    std::size_t count() const { return newlines + (has_begun ? 1 : 0); }

    const std::string& text() const { return kept; }
    bool is_whole() const { return !is_cut; }

private:
    std::string kept;
    std::size_t newlines = 0;
    bool has_begun = false; // a line that has no newline yet
    bool is_cut = false;
};

}
