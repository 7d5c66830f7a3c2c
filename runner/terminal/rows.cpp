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

static std::size_t columns_of(char first_byte)
{
    const auto byte = static_cast<unsigned char>(first_byte);
    return byte == '\t' ? 8 : byte < 0x80 ? 1 : (byte & 0xc0U) == 0x80 ? 0 : 2;
}

std::size_t width_of(std::string_view text)
{
    std::size_t width = 0;
    for (const char byte : text)
        width += columns_of(byte);
    return width;
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
    const std::string text = for_decision(line);
    std::string row = indent + start;
    std::size_t columns = indent.size();
    for (const char byte : text) {
        if (columns + columns_of(byte) > look.columns) {
            rows.push_back(row + end);
            row = "  … " + start;
            columns = 4;
        }
        row += byte;
        columns += columns_of(byte);
    }
    rows.push_back(row + end);
}

}
