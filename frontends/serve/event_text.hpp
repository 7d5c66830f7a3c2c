#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::serve {

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
