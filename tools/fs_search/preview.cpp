#include "preview.hpp"
#include "toolkit/text.hpp"

namespace {

constexpr std::size_t most_bytes = 300;
constexpr std::size_t lead = 100; // kept in front of a match that stands far inside its line

}

Preview preview_around(std::string_view line, std::size_t position)
{
    if (line.size() <= most_bytes)
        return {line, false};
    std::size_t begin = position > lead ? position - lead : 0;
    begin = utf8_boundary(line, std::min(begin, line.size() - most_bytes));
    const std::size_t end = utf8_boundary(line, std::min(begin + most_bytes, line.size()));
    return {line.substr(begin, end - begin), true};
}
