#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace toolkit::io {

// Splits input that arrives in pieces into lines that end with LF. A line that is longer than
// allowed is skipped to its end and not stored.
class LineReader {
public:
    enum class Empty { kept, skipped };

    // `max_line` is the maximum number of bytes of a line without its newline. `empty` says whether
    // lines without any bytes are kept.
    explicit LineReader(std::size_t max_line, Empty empty = Empty::skipped)
        : max_line(max_line)
        , empty_lines(empty)
    {
    }

    struct Line {
        std::string text; // without its newline; empty if it was too long
        bool is_too_long = false;

        bool is_utf8() const;
    };

    void add(std::string_view bytes);

    // Ends the line that has begun, if there is one: the last line of an input may lack its
    // newline.
    void end();

    enum class Arrival { bytes, nothing, end };

    // Reads once, at most 64 KiB, and adds the bytes. Blocks if the descriptor does. Returns
    // `nothing` after EAGAIN and EINTR, and `end` at the end of the input and after other errors.
    // Does not call end().
    Arrival read_some(int descriptor);

    // Reads from a socket until it has no more, without blocking. Returns `end` like read_some(),
    // otherwise `bytes` if any arrived, or `nothing`.
    Arrival receive_all(int socket);

    bool empty() const { return lines.empty(); }

    // Removes and returns the first line. There must be one.
    Line take();

    // Returns true if the line that has begun is already longer than allowed.
    bool is_in_long_line() const { return is_skipping; }

private:
    std::size_t max_line;
    Empty empty_lines;
    std::deque<Line> lines;
    std::string begun;
    bool is_skipping = false;
};

}
