#include "line.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace fs_search {

std::size_t line_end(std::string_view text, std::size_t at)
{
    return std::min(text.find('\n', at), text.size());
}

std::size_t find_beyond_ascii(std::string_view text)
{
    // The compiler turns a loop of known length into vector instructions.
    constexpr std::size_t step = 128;
    std::size_t at = 0;
    for (; at + step <= text.size(); at += step) {
        unsigned char any = 0;
        for (std::size_t index = 0; index < step; ++index)
            any |= static_cast<unsigned char>(text[at + index]);
        if (any >= 0x80)
            break;
    }
    const auto is_other = [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; };
    return static_cast<std::size_t>(
        std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_other)
        - text.begin());
}

std::size_t count_newlines(std::string_view text)
{
    // The compiler turns a loop of known length into vector instructions.
    constexpr std::size_t step = 128;
    std::size_t count = 0;
    while (text.size() >= step) {
        std::uint8_t in_step = 0;
        for (std::size_t index = 0; index < step; ++index)
            in_step = static_cast<std::uint8_t>(in_step + (text[index] == '\n' ? 1 : 0));
        count += in_step;
        text.remove_prefix(step);
    }
    return count + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

namespace {

constexpr std::size_t max_bytes = 300;
constexpr std::size_t lead = 100; // bytes kept before a match far from the beginning of its line
constexpr std::size_t max_character = 4;

}

Preview preview_around(std::string_view line, std::size_t position)
{
    if (line.size() <= max_bytes)
        return {line, false};
    std::size_t begin = position > lead ? position - lead : 0;
    // Shows the end of the line, without a character of which only a part would be included.
    if (line.size() - begin <= max_bytes) {
        begin = line.size() - max_bytes;
        const std::size_t whole = toolkit::text::utf8_boundary(line, begin);
        return {line.substr(whole == begin
                        ? begin
                        : toolkit::text::utf8_boundary(line, begin + max_character - 1)),
            true};
    }
    begin = toolkit::text::utf8_boundary(line, begin);
    const std::size_t end = toolkit::text::utf8_boundary(line, begin + max_bytes);
    return {line.substr(begin, end - begin), true};
}

}
