#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace toolkit::mcp {

// Splits what arrives in pieces into lines. A line that is longer than allowed is skipped to its
// end and not kept; an empty one is no line.
class Lines {
public:
    explicit Lines(std::size_t max_line)
        : max_line(max_line)
    {
    }

    void add(std::string_view bytes);

    struct Line {
        std::string text; // without its newline; empty if it was too long
        bool is_too_long = false;
    };
    bool empty() const { return lines.empty(); }

    // The line that has begun is longer than allowed.
    bool is_in_long_line() const { return is_skipping; }
    Line take();

private:
    void end_line();

    std::size_t max_line;
    std::deque<Line> lines;
    std::string begun;
    bool is_skipping = false;
};

}
