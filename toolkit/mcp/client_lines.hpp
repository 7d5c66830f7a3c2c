#pragma once

#include "toolkit/io/line_reader.hpp"
#include "toolkit/io/output_queue.hpp"

#include <chrono>
#include <cstddef>
#include <string_view>

namespace toolkit::mcp {

// Reads the lines of a client from a descriptor.
class ClientInput {
public:
    using Clock = std::chrono::steady_clock;

    ClientInput(int descriptor, std::size_t max_line)
        : descriptor(descriptor)
        , lines(max_line)
    {
    }

    // Reads once. At the end of the input, the last line may lack its newline.
    void read_some();

    bool empty() const { return lines.empty(); }
    io::LineReader::Line take() { return lines.take(); }

    bool is_at_end() const { return has_ended; }

    // The time at which the end was found.
    Clock::time_point end() const { return ended; }

private:
    int descriptor;
    io::LineReader lines;
    bool has_ended = false;
    Clock::time_point ended = {};
};

// Buffered output for a client that may read slowly. Never waits.
class ClientOutput {
public:
    explicit ClientOutput(int descriptor)
        : descriptor(descriptor)
    {
    }

    void print(std::string_view line) { queue.add(line); }
    bool empty() const { return queue.empty(); }

    // Returns true if no more output should be produced.
    bool is_full() const { return queue.is_full(); }

    // Returns true if no more requests should be accepted.
    bool is_over_limit() const { return queue.size() > max_pending; }

    // Writes as much as the descriptor takes without waiting, even if it is a blocking one. Returns
    // false if the reader has closed its end. Throws system_error() for other failures, such as a
    // full disk.
    bool write_some();

private:
    static constexpr std::size_t max_pending = 64 << 20;

    int descriptor;
    io::OutputQueue queue {4 << 20};
};

}
