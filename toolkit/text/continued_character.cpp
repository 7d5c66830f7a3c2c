#include "toolkit/text/continued_character.hpp"

#include <algorithm>
#include <array>

namespace toolkit::text {

bool continues_character(std::string_view text, std::size_t at)
{
    // U+0300 to U+036F, U+1F3FB to U+1F3FF, U+200D: the first and the last, in the order of bytes.
    static constexpr std::array<std::array<std::string_view, 2>, 3> ranges {
        {{"\u0300", "\u036f"}, {"\U0001f3fb", "\U0001f3ff"}, {"\u200d", "\u200d"}}};
    return std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
        const std::string_view next = text.substr(std::min(at, text.size()), range[0].size());
        return next >= range[0] && next <= range[1];
    });
}

}
