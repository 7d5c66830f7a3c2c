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
    std::string type = {}; // "" is that of a message
    bool is_error
        // it says what went wrong: its type is "error", or its line is llama-server's "error: …"
        = false;

    bool operator==(const Event&) const = default;
};

// Takes server-sent events (WHATWG HTML, section 9.2) out of bytes that come in pieces, cut
// anywhere. The data of an event are its lines, with a line feed between. Comments and fields that
// are not known are skipped, apart from those that make it an error.
class EventStream {
public:
    // The data of the events that are whole now. Throws TOO_LARGE where one has more than
    // max_event bytes.
    std::vector<Event> add(std::string_view piece);

    // The data of the last event, where the stream ends without the empty line after it; else
    // nothing. The standard would drop it, but servers end so.
    std::vector<Event> end();

    // True if the last byte was one of a comment, or ended an event or a comment.
    bool is_between_events() const { return !has_data && (line.empty() || line.front() == ':'); }

    // The id that the last whole event had or left as it was, and the last time to wait before the
    // stream is asked for again; empty if there was none. An id that can't stand in a header is
    // none.
    const std::string& last_id() const { return id; }
    std::optional<std::chrono::milliseconds> retry() const { return delay; }

private:
    void take_line(std::vector<Event>& events);
    void take_field(std::string_view field, std::string_view value);

    std::string line;
    Event event;
    std::string id;
    std::string begun_id; // of the event that is not whole yet
    std::optional<std::chrono::milliseconds> delay;
    bool has_data = false;
    bool is_first_line = true;
    bool was_return = false; // the last byte was CR: an LF now belongs to it
};

}
