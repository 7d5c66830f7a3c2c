#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

// The events of a run: complete lines of a file, to which lines are only appended. If the disk is
// full, lines are kept in memory; only the end of the run is added then.
class EventLog {
public:
    // Opens a log with its complete lines. Removes an incomplete last line if `is_written`.
    EventLog(File opened, bool is_written);

    // Appends lines. Returns whether they are on the disk.
    bool add(std::string_view lines);

    // Tries again to write the lines in memory. Returns whether all lines are on the disk.
    bool keep();

    std::uint64_t size() const { return file_size + unwritten.size(); }

    // Returns up to `most` bytes from `offset` on, fewer only at the end.
    std::string read(std::uint64_t offset, std::size_t most) const;

    // Returns the last line; empty if there is none.
    std::string last_line() const;

    // True if no line will follow.
    bool is_complete = false;

private:
    File file;
    std::uint64_t file_size = 0;
    std::string unwritten;
};

enum class EventFormat { sse, ndjson };

// Converts the bytes of a log to the format of a reader, in pieces.
class EventText {
public:
    // Omits the events up to the number `after`.
    EventText(EventFormat format, std::uint64_t after)
        : format(format)
        , after(after)
    {
    }

    // Converts the next piece. Stops before a line of which the piece has less than 128 bytes and
    // not the end. Sets `used` to the number of bytes that were used.
    std::string translate(std::string_view piece, std::size_t& used);

    // Equal objects convert the same piece to the same text. The objects of all readers that have
    // received something and keep up are equal.
    friend bool operator==(const EventText&, const EventText&) = default;

private:
    enum class Within { nothing, skipped, shown };

    static constexpr std::size_t max_head = 128;

    bool begin_line(std::string_view rest, std::string& text);

    EventFormat format;
    std::uint64_t after; // 0 once an event was shown, since the numbers increase
    Within within = Within::nothing;
};

}
