#pragma once

#include "toolkit/io/line_reader.hpp"

#include <chrono>
#include <cstddef>

namespace toolkit::mcp {

// The lines of a client, as they come by a descriptor.
class ClientInput {
public:
    using Clock = std::chrono::steady_clock;

    ClientInput(int descriptor, std::size_t max_line)
        : descriptor(descriptor)
        , lines(max_line)
    {
    }

    // Reads once. At the end of the input the last line may lack its newline.
    void read_some();

    bool empty() const { return lines.empty(); }
    io::LineReader::Line take() { return lines.take(); }

    bool is_at_end() const { return has_ended; }

    // When that was found.
    Clock::time_point end() const { return ended; }

private:
    int descriptor;
    io::LineReader lines;
    bool has_ended = false;
    Clock::time_point ended = {};
};

}
