#include "fuzz.hpp"

#include "agent/model/sse.hpp"

#include <utility>
#include <vector>

using namespace agent::model;

// `stream` is new, and left as it is at the end.
static std::vector<Event> events_of(
    std::string_view text, std::string_view sizes, EventStream&& stream)
{
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

// Whatever the pieces, the events are the same, and so is where to go on; none holds a line end of
// another kind, and the id can stand in a header.
void fuzz(std::string_view input)
{
    const std::string_view sizes = take_text(input);
    EventStream first;
    EventStream second;
    const std::vector<Event> whole = events_of(input, "", std::move(first));
    must(events_of(input, sizes, std::move(second)) == whole);
    must(events_of(input, std::string_view("\0", 1), EventStream()) == whole);
    must(first.last_id() == second.last_id() && first.retry() == second.retry());
    for (const char byte : first.last_id())
        must(byte > ' ' && byte < 0x7f);
    for (const auto& event : whole)
        must(event.data.find('\r') == std::string::npos);
}
