#include "preview.hpp"
#include "toolkit/text/text.hpp"

namespace fs_search {

namespace {

constexpr std::size_t most_bytes = 300;
constexpr std::size_t lead = 100; // kept in front of a match that stands far inside its line
constexpr std::size_t longest_character = 4;

}

Preview preview_around(std::string_view line, std::size_t position)
{
    if (line.size() <= most_bytes)
        return {line, false};
    std::size_t begin = position > lead ? position - lead : 0;
    if (line.size() - begin <= most_bytes) { // up to the end: where a character is cut, it goes
        begin = line.size() - most_bytes;
        const std::size_t whole = toolkit::text::utf8_boundary(line, begin);
        return {line.substr(whole == begin
                        ? begin
                        : toolkit::text::utf8_boundary(line, begin + longest_character - 1)),
            true};
    }
    begin = toolkit::text::utf8_boundary(line, begin);
    const std::size_t end = toolkit::text::utf8_boundary(line, begin + most_bytes);
    return {line.substr(begin, end - begin), true};
}

}
