#include "toolkit/text/lines.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
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

bool has_lone_returns(std::string_view file)
{
    return file.find('\r') != std::string_view::npos && file.find('\n') == std::string_view::npos;
}

std::string with_line_feeds(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] != '\r')
            result += text[at];
        else if (!text.substr(at + 1).starts_with('\n'))
            result += '\n';
    return result;
}

void put_returns(std::string& text) { std::replace(text.begin(), text.end(), '\n', '\r'); }

std::string_view number_before(std::string_view line)
{
    static constexpr std::array<std::string_view, 4> marks {"\u2192", "|", ":", "\t"};
    std::size_t at = indentation_of(line).size();
    const std::size_t digits = at;
    while (at < line.size() && line[at] >= '0' && line[at] <= '9')
        ++at;
    if (at == digits)
        return {};
    while (at < line.size() && line[at] == ' ')
        ++at;
    for (const auto mark : marks)
        if (line.substr(at).starts_with(mark))
            return line.substr(0, at + mark.size());
    return {};
}

}
