#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace toolkit::text {

// Returns the first character of `text` and its size in bytes; the first byte, with size 1, if that
// does not begin valid UTF-8.
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
