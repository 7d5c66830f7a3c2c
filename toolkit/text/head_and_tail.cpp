#include "toolkit/text/head_and_tail.hpp"

#include "toolkit/text/text.hpp"

namespace toolkit::text {

static bool continues_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80;
}

std::size_t end_of_head(std::string_view text, std::size_t max)
{
    const std::size_t line = max == 0 ? std::string_view::npos : text.rfind('\n', max - 1);
    return line != std::string_view::npos && line + 1 >= max / 2 ? line + 1
                                                                 : utf8_boundary(text, max);
}

std::size_t begin_of_tail(std::string_view text, std::size_t max)
{
    const std::size_t first = text.size() - max;
    const std::size_t line = first == 0 ? std::string_view::npos : text.find('\n', first - 1);
    if (line != std::string_view::npos && line + 1 <= first + max / 2)
        return line + 1;
    constexpr std::size_t max_rest = 3; // of a UTF-8 character that begins before `first`
    std::size_t begin = first;
    while (begin < text.size() && begin < first + max_rest && continues_character(text[begin]))
        ++begin;
    return begin;
}

}
