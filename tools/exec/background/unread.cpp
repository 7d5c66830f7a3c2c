#include "unread.hpp"

#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace exec::background {

using namespace toolkit;

static constexpr std::size_t max_kept = 1 << 20;

static std::int64_t line_ends_in(std::string_view bytes)
{
    return std::count(bytes.begin(), bytes.end(), '\n');
}

void Unread::append(std::string_view bytes)
{
    constexpr std::size_t slack = 256 << 10;
    kept += bytes;
    append_plain(bytes);
    if (plain.size() > max_kept + slack) {
        searched_plain -= std::min(searched_plain, plain.size() - max_kept);
        plain.erase(0, plain.size() - max_kept);
    }
    if (kept.size() <= max_kept + slack)
        return;
    const std::size_t excess = text::begin_of_tail(kept, max_kept);
    lines_left_out += line_ends_in(std::string_view(kept).substr(0, excess));
    kept.erase(0, excess);
    left_out += static_cast<std::int64_t>(excess);
    searched -= std::min(searched, excess);
}

bool Unread::has(const std::string& text)
{
    if (text != sought)
        searched = searched_plain = 0;
    sought = text;
    const auto is_in = [&](const std::string& bytes, std::size_t& from) {
        if (bytes.find(text, from) != std::string::npos)
            return true;
        const std::size_t overlap = text.empty() ? 0 : text.size() - 1;
        from = bytes.size() - std::min(bytes.size(), overlap);
        return false;
    };
    return is_in(kept, searched) || is_in(plain, searched_plain);
}

// Appends the bytes to `plain` without escape sequences: CSI, OSC and other string sequences, and
// those of two characters. A string sequence that is not terminated ends with its line.
void Unread::append_plain(std::string_view bytes)
{
    constexpr char escape = '\x1b';
    constexpr char bell = '\x07';
    const auto is_between
        = [](char byte, char first, char last) { return byte >= first && byte <= last; };
    for (const char byte : bytes)
        switch (place) {
        case Place::text:
            if (byte == escape)
                place = Place::escape;
            else
                plain += byte;
            break;
        case Place::escape:
            place = byte == '[' ? Place::parameters
                : byte == ']' || byte == 'P' || byte == '_' || byte == '^' || byte == 'X'
                ? Place::string
                : is_between(byte, ' ', '/') ? Place::intermediate
                                             : Place::text;
            break;
        case Place::intermediate:
        case Place::parameters:
            if (!is_between(byte, ' ', '?') || (place == Place::intermediate && byte >= '0'))
                place = byte == escape ? Place::escape : Place::text;
            break;
        case Place::string:
            if (byte == escape)
                place = Place::string_escape;
            else if (byte == bell || byte == '\n')
                place = Place::text;
            break;
        case Place::string_escape: place = Place::text; break;
        }
}

Unread::Text Unread::take(bool has_ended)
{
    searched = searched_plain = 0;
    plain.clear();
    const std::string rest
        = has_ended ? "" : kept.substr(kept.size() - text::size_of_split_character(kept));
    kept.resize(kept.size() - rest.size());
    const std::int64_t lines = lines_before;
    lines_before += std::exchange(lines_left_out, 0) + line_ends_in(kept);
    return {std::exchange(kept, rest), std::exchange(left_out, 0), lines + 1};
}

}
