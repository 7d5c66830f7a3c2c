#include "agent/display/printed.hpp"

#include <algorithm>

namespace agent::display {

static constexpr std::size_t max_kept = 64 << 10;
static constexpr std::size_t max_line = 2000; // bytes

// Returns the size of the escape sequence at the beginning of the text, which begins with ESC.
static std::size_t size_of_sequence(std::string_view text)
{
    const auto find_end = [&](std::size_t at, auto is_end) {
        while (at < text.size() && !is_end(text[at]))
            ++at;
        return std::min(at + 1, text.size());
    };
    if (text.size() < 2)
        return text.size();
    if (text[1] == '[')
        return find_end(2, [](char byte) { return byte >= '@' && byte <= '~'; });
    if (text[1] == ']' || text[1] == 'P' || text[1] == '_' || text[1] == '^') {
        const std::size_t end
            = find_end(2, [](char byte) { return byte == '\a' || byte == '\x1b'; });
        return end < text.size() && text[end - 1] == '\x1b' ? end + 1 : end;
    }
    return find_end(1, [](char byte) { return byte >= '0' && byte <= '~'; });
}

static std::string_view last_state(std::string_view line)
{
    while (line.ends_with('\r'))
        line.remove_suffix(1);
    return line.substr(line.rfind('\r') + 1); // the whole line if there is no '\r'
}

std::string printed_line(std::string_view line)
{
    std::string shown;
    for (std::string_view rest = last_state(line); !rest.empty() && shown.size() < max_line;) {
        const auto byte = static_cast<unsigned char>(rest.front());
        if (byte == 0x1b) {
            rest.remove_prefix(size_of_sequence(rest));
            continue;
        }
        if (byte == '\b' && !shown.empty())
            shown.pop_back();
        if (byte == '\t' || (byte >= 0x20 && byte != 0x7f))
            shown += rest.front();
        rest.remove_prefix(1);
    }
    return shown;
}

// Removes newlines at the end of the text, and returns the number of its lines.
static std::size_t trim_and_count(std::string_view& text)
{
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    return text.empty() ? 0
                        : 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

LastLines last_lines(std::string_view text, std::size_t most)
{
    LastLines last {{}, trim_and_count(text)};
    while (last.lines.size() < std::min(most, last.count)) {
        const std::size_t newline = text.rfind('\n');
        const bool is_first = newline == std::string_view::npos;
        last.lines.push_back(printed_line(is_first ? text : text.substr(newline + 1)));
        text = text.substr(0, is_first ? 0 : newline);
    }
    std::reverse(last.lines.begin(), last.lines.end());
    return last;
}

LastLines first_lines(std::string_view text, std::size_t most)
{
    LastLines first {{}, trim_and_count(text)};
    while (first.lines.size() < std::min(most, first.count)) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        first.lines.push_back(printed_line(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return first;
}

void LiveTail::add(std::string_view piece)
{
    if (piece.empty())
        return;
    newlines += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
    has_begun = piece.back() != '\n';
    kept += piece;
    if (kept.size() > 2 * max_kept) {
        kept.erase(0, kept.size() - max_kept);
        kept.erase(0, std::min(kept.find('\n') + 1, kept.size()));
        is_cut = true;
    }
}

}
