#include "agent/model/event_stream.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

void EventStream::take_line(std::vector<std::string>& events)
{
    std::string_view rest = line;
    if (std::exchange(is_first_line, false) && rest.starts_with("\xef\xbb\xbf"))
        rest.remove_prefix(3);
    if (rest.empty() && has_data) {
        events.push_back(std::move(data));
        data.clear();
        has_data = false;
    }
    const std::string_view field = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(field.size() + 1, rest.size()));
    if (rest.starts_with(' '))
        rest.remove_prefix(1);
    if (field == "data") {
        if (std::exchange(has_data, true))
            data += '\n';
        data += rest;
    }
    line.clear();
}

std::vector<std::string> EventStream::add(std::string_view piece)
{
    std::vector<std::string> events;
    while (!piece.empty()) {
        if (std::exchange(was_return, false) && piece.front() == '\n') {
            piece.remove_prefix(1);
            continue;
        }
        const std::size_t end = piece.find_first_of("\r\n");
        line += piece.substr(0, end);
        if (line.size() + data.size() > most_event)
            throw ToolError(Code::too_large,
                "an event of its stream is larger than " + std::to_string(most_event >> 20) + " MiB");
        if (end == std::string_view::npos)
            break;
        was_return = piece[end] == '\r';
        piece.remove_prefix(end + 1);
        take_line(events);
    }
    return events;
}

std::vector<std::string> EventStream::end()
{
    std::vector<std::string> events;
    take_line(events);
    take_line(events);
    return events;
}
