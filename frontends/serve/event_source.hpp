#pragma once

#include "agent/channel/codec.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::serve {

namespace channel = agent::channel;

enum class EventFormat { sse, ndjson };

// Converts the bytes of a log to the format of a reader, in pieces.
class EventText {
public:
    // Omits the events up to the number `after`, and those that are not `wanted`.
    EventText(
        EventFormat format, std::uint64_t after, channel::EventSet wanted = channel::all_events)
        : format(format)
        , wanted(wanted)
        , after(after)
    {
    }

    // Identifies the feed and the run of the events. A stream of several runs adds the run and a
    // cursor to each event; the number in the cursor is "seq" + `before`.
    struct Frame {
        std::string feed;
        std::string run;
        std::uint64_t before = 0; // wraps around
    };

    // Converts the next piece. Stops before an incomplete line at its end that has less than 128
    // bytes. Sets `used` to the number of bytes that were converted.
    std::string translate(std::string_view piece, std::size_t& used, const Frame* frame = nullptr);

    // Begins another log.
    void restart(std::uint64_t after_number) { *this = {format, after_number, wanted}; }

    bool is_sse() const { return format == EventFormat::sse; }
    bool wants(channel::EventSet events) const { return (wanted & events) != 0; }
    bool is_in_shown_line() const { return within == Within::shown; }

    // Equal objects convert the same piece to the same text. The objects of all readers that have
    // received something, keep up and want the same events are equal.
    friend bool operator==(const EventText&, const EventText&) = default;

private:
    enum class Within { nothing, skipped, shown };

    static constexpr std::size_t max_head = 128;

    bool begin_line(std::string_view rest, std::string& text, const Frame* frame);

    EventFormat format;
    channel::EventSet wanted;
    std::uint64_t after; // 0 once a later event was met, since the numbers increase
    Within within = Within::nothing;
};

// The position of a reader in an EventSource. Readers at equal places receive the same text.
struct StreamPosition {
    EventText text;
    std::uint64_t part = 0; // number of a part of the source
    std::uint64_t position = 0; // bytes of the part that were used

    friend bool operator==(const StreamPosition&, const StreamPosition&) = default;
};

// Events that are streamed to any number of readers.
class EventSource {
public:
    EventSource() = default;
    EventSource(const EventSource&) = delete;
    EventSource& operator=(const EventSource&) = delete;
    virtual ~EventSource() = default;

    // Returns the text of the next events, less than 48 KiB, and advances the place. Returns
    // nullopt if the place cannot be read any more.
    virtual std::optional<std::string> read_at(StreamPosition& place) const = 0;

    virtual bool has_more(const StreamPosition& place) const = 0;

    // Returns true if no event will follow the place.
    virtual bool is_over(const StreamPosition& place) const = 0;

    // Returns the SSE comment for a reader that has waited for long.
    virtual std::string comment(const StreamPosition& place) const = 0;
};

}
