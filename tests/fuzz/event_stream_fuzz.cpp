#include "fuzz.hpp"

#include "agent/model/sse.hpp"

#include <vector>

using namespace agent::model;

static std::vector<Event> events_of(std::string_view text, std::string_view sizes)
{
    EventStream stream;
    std::vector<Event> events;
    const auto take = [&](const std::vector<Event>& more) {
        events.insert(events.end(), more.begin(), more.end());
    };
    for (std::size_t at = 0, turn = 0; at < text.size(); ++turn) {
        const std::size_t size = sizes.empty()
            ? text.size()
            : 1 + static_cast<unsigned char>(sizes[turn % sizes.size()]) % 16;
        take(stream.add(text.substr(at, size)));
        at += size;
    }
    take(stream.end());
    return events;
}

// Whatever the pieces, the events are the same; and none holds a line end of another kind.
void fuzz(std::string_view input)
{
    const std::string_view sizes = take_text(input);
    const std::vector<Event> whole = events_of(input, "");
    must(events_of(input, sizes) == whole);
    must(events_of(input, std::string_view("\0", 1)) == whole);
    for (const auto& event : whole)
        must(event.data.find('\r') == std::string::npos);
}
