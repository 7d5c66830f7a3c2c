#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

constexpr std::size_t max_event = 16 << 20;

struct Event {
    std::string data;
    bool is_error
        // it says what went wrong: its type is "error", or its line is llama-server's "error: …"
        = false;

    bool operator==(const Event&) const = default;
};

// Takes server-sent events (WHATWG HTML, section 9.2) out of bytes that come in pieces, cut
// anywhere. Of an event the data is of interest: its lines, with a line feed between. Its other
// fields and comments are skipped, apart from those that make it an error.
class EventStream {
public:
    // The data of the events that are whole now. Throws TOO_LARGE where one has more than
    // max_event bytes.
    std::vector<Event> add(std::string_view piece);

    // The data of the last event, where the stream ends without the empty line after it; else
    // nothing. The standard would drop it, but servers end so.
    std::vector<Event> end();

private:
    void take_line(std::vector<Event>& events);

    std::string line;
    Event event;
    bool has_data = false;
    bool is_first_line = true;
    bool was_return = false; // the last byte was CR: an LF now belongs to it
};

}
