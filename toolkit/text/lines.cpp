#include "toolkit/text/lines.hpp"

#include <algorithm>
#include <cstring>

namespace toolkit::text {

std::string_view bytes_of(LineEnd end)
{
    switch (end) {
    case LineEnd::lf: return "\n";
    case LineEnd::crlf: return "\r\n";
    case LineEnd::none: break;
    }
    return {};
}

std::vector<Line> split_lines(std::string_view text)
{
    constexpr std::size_t bytes_in_most_lines = 32;
    std::vector<Line> lines;
    lines.reserve(text.size() / bytes_in_most_lines + 1);
    while (!text.empty()) {
        const std::size_t newline = text.find('\n');
        if (newline == std::string_view::npos) {
            lines.push_back({text, LineEnd::none});
            break;
        }
        if (newline > 0 && text[newline - 1] == '\r')
            lines.push_back({text.substr(0, newline - 1), LineEnd::crlf});
        else
            lines.push_back({text.substr(0, newline), LineEnd::lf});
        text.remove_prefix(newline + 1);
    }
    return lines;
}

LineEnd end_around(std::string_view text, std::size_t begin, std::size_t end)
{
    std::size_t newline = text.find('\n', end);
    if (newline == std::string_view::npos) {
        const std::size_t start = line_begin(text, begin);
        newline = start > 0 ? start - 1 : newline;
    }
    if (newline == std::string_view::npos)
        newline = text.find('\n', begin);
    if (newline == std::string_view::npos)
        return LineEnd::lf;
    return newline > 0 && text[newline - 1] == '\r' ? LineEnd::crlf : LineEnd::lf;
}

std::size_t line_begin(std::string_view text, std::size_t offset)
{
    // Much faster than std::string_view::rfind().
    const void* newline = memrchr(text.data(), '\n', std::min(offset, text.size()));
    return newline == nullptr
        ? 0
        : static_cast<std::size_t>(static_cast<const char*>(newline) - text.data()) + 1;
}

}
