#include "agent/model/sse.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace agent::model {

using namespace toolkit;

static constexpr std::size_t max_id = 4 << 10;
static constexpr std::size_t max_type = 64;

static bool fits_header(std::string_view id)
{
    return id.size() <= max_id
        && std::all_of(id.begin(), id.end(), [](char byte) { return byte > ' ' && byte < 0x7f; });
}

static std::optional<std::chrono::milliseconds> delay_in(std::string_view digits)
{
    constexpr unsigned most = 3'600'000;
    unsigned value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (end != digits.data() + digits.size() || digits.empty()
        || error == std::errc::invalid_argument)
        return std::nullopt;
    return std::chrono::milliseconds(error == std::errc() ? std::min(value, most) : most);
}

void EventStream::take_field(std::string_view field, std::string_view value)
{
    if (field == "data") {
        static constexpr std::string_view again = "data: "; // gateways add their own
        if (value.starts_with(again))
            value.remove_prefix(again.size());
        if (std::exchange(has_data, true))
            event.data += '\n';
        event.data += value;
    } else if (field == "event") {
        event.is_error = value == "error";
        event.type = value.substr(0, max_type);
    } else if (field == "id") {
        begun_id = fits_header(value) ? value : "";
    } else if (field == "retry") {
        if (const auto given = delay_in(value))
            delay = given;
    }
}

void EventStream::take_line(std::vector<Event>& events)
{
    std::string_view rest = line;
    if (std::exchange(is_first_line, false) && rest.starts_with("\xef\xbb\xbf"))
        rest.remove_prefix(3);
    if (rest.empty()) {
        id = begun_id;
        if (std::exchange(has_data, false))
            events.push_back(std::move(event));
        event = {};
    }
    // Some gateways break off a stream with an error in the form of a response that is not
    // streamed.
    if (rest.starts_with("{\"error\""))
        events.push_back({std::string(rest), {}, true});
    const std::string_view field = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(field.size() + 1, rest.size()));
    if (rest.starts_with(' '))
        rest.remove_prefix(1);
    if (field == "error" && rest.starts_with('{'))
        events.push_back({std::string(rest), {}, true});
    else
        take_field(field, rest);
    line.clear();
}

// Returns the offset of the first CR or LF. Most streams have no CR, and two searches for a byte
// are quicker than one for any of two.
static std::size_t end_of_line(std::string_view text)
{
    const std::size_t newline = text.find('\n');
    return std::min(newline, text.substr(0, newline).find('\r'));
}

std::vector<Event> EventStream::add(std::string_view piece)
{
    std::vector<Event> events;
    while (!piece.empty()) {
        if (std::exchange(was_return, false) && piece.front() == '\n') {
            piece.remove_prefix(1);
            continue;
        }
        const std::size_t end = end_of_line(piece);
        line += piece.substr(0, end);
        if (line.size() + event.data.size() > max_event)
            throw ToolError(Code::too_large,
                "an event of its stream is larger than " + std::to_string(max_event >> 20)
                    + " MiB");
        if (end == std::string_view::npos)
            break;
        was_return = piece[end] == '\r';
        piece.remove_prefix(end + 1);
        take_line(events);
    }
    return events;
}

std::vector<Event> EventStream::end()
{
    std::vector<Event> events;
    take_line(events);
    take_line(events);
    return events;
}

}
