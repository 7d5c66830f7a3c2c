#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace exec::output {

using namespace toolkit;

// A file for the complete output of a stream that is too long for the answer:
// .agentcli/output/<random>.<stream>, mode 0600. It is made when the first bytes are written, and
// locked while this object exists. No symbolic link on its path is followed.
class Spill {
public:
    // Keeps at most `limit` bytes. `stream` is the suffix of the file name.
    Spill(const Workspace& workspace, std::string stream, std::int64_t limit);

    // Returns a Spill that discards everything.
    static Spill none(const Workspace& workspace);

    // Appends the bytes. Never throws: the functions below report what was not kept. A file that
    // could not be written is removed.
    void append(std::string_view bytes);

    std::string path() const; // relative to the workspace; empty if there is no file
    const std::string& file_name() const { return name; } // in outputs(); empty if there is no file
    const File& outputs() const
    {
        return outputs_directory;
    } // the directory; only valid if there is a file
    bool is_cut() const { return cut; } // true if more bytes came than `limit`
    // Returns why the output is not in a file; empty if there was no failure.
    const std::string& problem() const { return reason; }

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

// Keeps a stream of up to `most` bytes completely. Of a longer stream it keeps the first and the
// last half of `most`, with a line in between that says how much is missing and where it is. Both
// parts are cut between lines, or between characters if a cut between lines would lose half of the
// part. The memory needed is proportional to `most`.
class Capture {
public:
    Capture(std::size_t most, Spill spill);

    // Appends bytes of the stream.
    void append(std::string_view bytes);

    // Lowers `most`; has no effect if `fewer` is not less. To be called after the last append().
    void limit(std::size_t fewer);

    // Returns the text that was kept. To be called after the last append().
    std::string text() const;

    std::int64_t total_bytes() const { return total; }
    // Returns true if the stream was longer than `most`.
    bool is_cut() const { return is_over; }

    // Returns the number of the first line, from 1, that is missing or incomplete in text(). Only
    // valid if is_cut().
    std::int64_t first_missing_line() const;
    std::size_t held_bytes() const { return head.capacity() + tail.capacity(); }
    const Spill& file() const { return spill; }

private:
    void divide();
    void trim();
    std::string missing(std::string_view end) const;

    std::size_t most;
    Spill spill;
    std::string head; // everything, until the stream is too long
    std::string tail;
    std::int64_t total = 0;
    std::int64_t lines = 0; // number of newlines seen
    bool is_over = false;
};

}
