#include "runner/terminal/rows.hpp"

#include <algorithm>

namespace runner::terminal {

static const char* colour_of(std::string_view line)
{
    return line.starts_with('+') ? "\x1b[32m"
        : line.starts_with('-')  ? "\x1b[31m"
        : line.starts_with("@@") ? "\x1b[36m"
                                 : "";
}

void Rows::add_block(std::string_view text, Colour colour)
{
    for (bool is_last = false; !is_last && rows.size() <= max_rows;) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        is_last = end == text.size();
        add_line("    ", text.substr(0, end), colour);
        text.remove_prefix(is_last ? end : end + 1);
    }
}

void Rows::add_lines(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        add_line("", text.substr(0, end), Colour::off);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void Rows::add_line(const std::string& indent, std::string_view line, Colour colour)
{
    const std::string start = colour == Colour::on ? colour_of(line) : "";
    const std::string end = start.empty() ? "" : "\x1b[0m";
    constexpr std::size_t continued = 4; // columns of the ellipsis
    const std::size_t room = look.columns - std::min(look.columns, indent.size());
    std::string before = indent;
    for (const auto& piece :
        text::decision_pieces(line, room, look.columns - std::min(look.columns, continued))) {
        rows.push_back(before + start + piece + end);
        before = "  … ";
    }
}

}
