#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace exec::output {

using namespace toolkit;

// The file that takes the whole of an output which is too long for the answer:
// .agentcli/output/<random>.<stream>, mode 0600, made with the first bytes, and locked until this
// object is gone. No link is followed on the way.
class Spill {
public:
    Spill(const Workspace& workspace, std::string stream, std::int64_t limit);

    // One that keeps nothing.
    static Spill none(const Workspace& workspace);

    // Never throws: what can't be kept is said by the members below, and a file that could not be
    // written is removed.
    void append(std::string_view bytes);

    std::string path() const; // relative to the workspace; empty if there is no file
    const std::string& file_name() const { return name; } // in outputs(); empty if there is no file
    const File& outputs() const { return outputs_directory; } // once there is a file
    bool is_cut() const { return cut; } // more bytes came than `limit`
    const std::string& problem() const
    {
        return reason;
    } // why there is no file, though there should be

private:
    void make();
    void write(std::string_view bytes);

    const Workspace& workspace;
    std::string stream;
    std::int64_t room;
    std::string name;
    std::string reason;
    File outputs_directory;
    File file;
    bool cut = false;
};

// What is kept of one stream: all of it up to `most` bytes; else the first and the last half of
// `most`, each cut between lines (inside a line only where that would cost half of the half, and
// then between characters), and in the middle a line that says how much is missing and where it is.
// The memory needed is that of `most`.
class Capture {
public:
    Capture(std::size_t most, Spill spill);

    void append(std::string_view bytes);

    // Lowers `most`. After the last append().
    void limit(std::size_t fewer);

    // After the last append().
    std::string text() const;

    std::int64_t total_bytes() const { return total; }
    bool is_cut() const { return is_over; }

    // Of what is cut: the first line that is missing, or a part of it; from 1.
    std::int64_t first_missing_line() const;
    std::size_t held_bytes() const { return head.capacity() + tail.capacity(); }
    const Spill& file() const { return spill; }

private:
    void divide();
    void trim();
    std::string missing(std::string_view end) const;

    std::size_t most;
    Spill spill;
    std::string head; // everything, as long as it is not over
    std::string tail;
    std::int64_t total = 0;
    std::int64_t lines = 0; // newlines received
    bool is_over = false;
};

}
