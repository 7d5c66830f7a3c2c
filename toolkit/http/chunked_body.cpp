#include "toolkit/http/chunked_body.hpp"

#include <algorithm>
#include <charconv>

namespace toolkit::http {

static constexpr std::string_view newline = "\r\n";

// Each of these reads one part that is there as a whole; returns whether it was.

bool ChunkedBody::read_size(std::string_view text, std::size_t& at)
{
    constexpr std::size_t max_digits = 16;
    const std::string_view here = text.substr(at);
    const std::size_t digits
        = std::min(here.find_first_not_of("0123456789abcdefABCDEF"), here.size());
    if (digits > max_digits || (digits == 0 && !here.empty())) {
        state = State::malformed;
        return false;
    }
    if (digits == here.size())
        return false;
    std::from_chars(here.data(), here.data() + digits, rest, 16);
    std::size_t after = at + digits;
    if (!read_newline(text, after, rest == 0 ? Part::end : Part::data))
        return false;
    at = after;
    if (rest > max_bytes - total)
        state = State::too_large;
    total += rest;
    return true;
}

bool ChunkedBody::read_data(std::string_view text, std::size_t& at, std::string& body)
{
    const std::string_view data = text.substr(at, rest);
    body += data;
    at += data.size();
    rest -= data.size();
    if (rest == 0)
        part = Part::end_of_data;
    return rest == 0;
}

bool ChunkedBody::read_newline(std::string_view text, std::size_t& at, Part next)
{
    const std::string_view here = text.substr(at, newline.size());
    if (!newline.starts_with(here))
        state = State::malformed;
    if (here != newline)
        return false;
    at += newline.size();
    part = next;
    return true;
}

ChunkedBody::State ChunkedBody::read(std::string& buffer, std::string& body)
{
    std::size_t at = 0;
    for (bool is_moving = true; is_moving && state == State::unfinished;) {
        switch (part) {
        case Part::size: is_moving = read_size(buffer, at); break;
        case Part::data: is_moving = read_data(buffer, at, body); break;
        case Part::end_of_data: is_moving = read_newline(buffer, at, Part::size); break;
        case Part::end:
            is_moving = read_newline(buffer, at, Part::size);
            if (is_moving)
                state = State::whole;
            break;
        }
    }
    buffer.erase(0, at);
    return state;
}

}
