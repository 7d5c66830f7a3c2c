#pragma once

#include "toolkit/io/line_reader.hpp"
#include "toolkit/io/output_queue.hpp"

#include <chrono>
#include <cstddef>
#include <string_view>

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

// What is on its way to a client that may read slowly: nothing here waits.
class ClientOutput {
public:
    explicit ClientOutput(int descriptor)
        : descriptor(descriptor)
    {
    }

    void print(std::string_view line) { queue.add(line); }
    bool empty() const { return queue.empty(); }

    // Then nothing more should be made that is to be printed.
    bool is_full() const { return queue.is_full(); }

    // Then nothing more should be taken on.
    bool is_stuffed() const { return queue.size() > max_pending; }

    // Writes what the descriptor takes at once, one that blocks, too. Returns whether anybody still
    // reads. Throws what system_error() makes of a failure, such as a full disk.
    bool write_some();

private:
    static constexpr std::size_t max_pending = 64 << 20;

    int descriptor;
    io::OutputQueue queue {4 << 20};
};

}
