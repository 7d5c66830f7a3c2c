#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace toolkit::text {

// Returns the length of the ASCII text at `position`, rounded down to a multiple of eight bytes.
inline std::size_t ascii_length(std::string_view bytes, std::size_t position)
{
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    const std::size_t begin = position;
    for (std::uint64_t word = 0; bytes.size() - position >= sizeof word; position += sizeof word) {
        std::memcpy(&word, bytes.data() + position, sizeof word);
        if ((word & high_bits) != 0)
            break;
    }
    return position - begin;
}

}
