#include "toolkit/text/line_numbers.hpp"

#include "toolkit/text/folding.hpp"

#include <array>
#include <cstddef>

namespace toolkit::text {

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
