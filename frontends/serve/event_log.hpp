#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

// The events of a run: whole lines of a file, to which lines are added at the end alone. If the
// disk takes no more, what is added is kept in memory: nothing but the end of the run is added
// then.
class EventLog {
public:
    // With the whole lines that are there; the beginning of another one is cut off if `is_written`.
    EventLog(File opened, bool is_written);

    // Returns whether it lasts.
    bool add(std::string_view lines);

    // Tries again to write what is kept in memory. Returns whether everything lasts.
    bool keep();

    std::uint64_t size() const { return file_size + unwritten.size(); }

    // Up to `most` bytes from `offset`, fewer only at the end.
    std::string read(std::uint64_t offset, std::size_t most) const;

    // The last line; empty if there is none.
    std::string last_line() const;

    // No line will follow.
    bool is_complete = false;

private:
    File file;
    std::uint64_t file_size = 0;
    std::string unwritten;
};

enum class EventFormat { sse, ndjson };

// Makes of the bytes of a log what a reader gets, a piece at a time.
class EventText {
public:
    // Events up to the number `after` are left out.
    EventText(EventFormat format, std::uint64_t after)
        : format(format)
        , after(after)
    {
    }

    // A piece that follows the one before. A line has to begin with 128 bytes of it, or all of it,
    // in one piece: if it does not, the piece is used up to there. `used` becomes the size of what
    // was used.
    std::string translate(std::string_view piece, std::size_t& used);

    // Equal objects turn the same piece into the same text. Those of all readers that have received
    // something and keep up are equal.
    friend bool operator==(const EventText&, const EventText&) = default;

private:
    enum class Within { nothing, skipped, shown };

    static constexpr std::size_t max_head = 128;

    bool begin_line(std::string_view rest, std::string& text);

    EventFormat format;
    std::uint64_t after; // 0 from the first that is shown: the numbers rise
    Within within = Within::nothing;
};

}
