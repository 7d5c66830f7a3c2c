#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace toolkit::text {

// The character that `text` begins with, and how many bytes it has; of what is no UTF-8 its first
// byte.
inline std::pair<char32_t, std::size_t> first_character(std::string_view text)
{
    const auto byte = [&](std::size_t at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    if (byte(0) < 0xc0)
        return {byte(0), 1};
    const std::size_t size = byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
    char32_t value = byte(0) & (0xffU >> (size + 1));
    for (std::size_t at = 1; at < size; ++at) {
        if ((byte(at) & 0xc0U) != 0x80)
            return {byte(0), 1};
        value = (value << 6U) | (byte(at) & 0x3fU);
    }
    return {value, size};
}

}
