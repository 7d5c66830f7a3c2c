#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

constexpr std::size_t max_event = 16 << 20;

struct Event {
    std::string data;
    std::string type = {}; // "" for the default type, "message"
    // Set if the type is "error", or if the line is llama-server's "error: …".
    bool is_error = false;

    bool operator==(const Event&) const = default;
};

// Parses server-sent events (WHATWG HTML, section 9.2) from bytes that are received in arbitrary
// pieces. The data of an event are its lines, separated by line feeds. Skips comments and unknown
// fields, except those that make an event an error.
class EventStream {
public:
    // Returns the events that are complete now. Throws TOO_LARGE if one has more than max_event
    // bytes.
    std::vector<Event> add(std::string_view piece);

    // Returns the last event if the stream ends without the empty line after it. The standard would
    // drop it, but some servers end their streams that way.
    std::vector<Event> end();

    // True if the last byte was in a comment, or ended an event or a comment.
    bool is_between_events() const { return !has_data && (line.empty() || line.front() == ':'); }

    // Return the id that the last complete event set or left unchanged, and the last time to wait
    // before the stream is requested again. Empty if there was none. An id that can't be sent in a
    // header is ignored.
    const std::string& last_id() const { return id; }
    std::optional<std::chrono::milliseconds> retry() const { return delay; }

private:
    void take_line(std::vector<Event>& events);
    void take_field(std::string_view field, std::string_view value);

    std::string line;
    Event event;
    std::string id;
    std::string begun_id; // id of the incomplete event
    std::optional<std::chrono::milliseconds> delay;
    bool has_data = false;
    bool is_first_line = true;
    bool was_return = false; // the last byte was CR: an LF now belongs to it
};

}
