#include "repetition_range.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace fs_search::regex {

std::optional<char32_t> find_number(std::string_view digits, int base)
{
    std::uint32_t value = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size();
    return is_number ? std::optional<char32_t>(value) : std::nullopt;
}

std::optional<RepetitionRange> find_repetition(std::string_view pattern)
{
    if (pattern.starts_with('*'))
        return RepetitionRange {0, RepetitionRange::no_limit, 1};
    if (pattern.starts_with('+'))
        return RepetitionRange {1, RepetitionRange::no_limit, 1};
    if (pattern.starts_with('?'))
        return RepetitionRange {0, 1, 1};
    const std::size_t end = pattern.find('}');
    if (!pattern.starts_with('{') || end == std::string_view::npos)
        return std::nullopt;
    const std::string_view range = pattern.substr(1, end - 1);
    const std::size_t comma = std::min(range.find(','), range.size());
    const bool has_limit = comma + 1 != range.size();
    const auto least = find_number(range.substr(0, comma), 10);
    const auto most = comma + 1 < range.size() ? find_number(range.substr(comma + 1), 10) : least;
    if (!least || !most)
        return std::nullopt;
    return RepetitionRange {static_cast<int>(*least),
        has_limit ? static_cast<int>(*most) : RepetitionRange::no_limit, end + 1};
}

}
