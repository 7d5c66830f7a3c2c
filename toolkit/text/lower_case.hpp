#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace toolkit::text {

// The letters of ASCII in lower case; other bytes as they are.
constexpr char in_lower_case(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter;
}

std::string in_lower_case(std::string_view text);

// Do two texts differ in the case of ASCII letters at most?
constexpr bool is_equal_but_case(std::string_view left, std::string_view right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
        [](char one, char other) { return in_lower_case(one) == in_lower_case(other); });
}

}
