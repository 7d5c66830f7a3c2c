#pragma once

#include "tools/fs_search/text/text_finder.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fs_search::regex {

// Bytes that are all the same to an automaton share a number, their kind.
class ByteKinds {
public:
    // More have no place in the numbers.
    static constexpr std::size_t most = 127;

    // `all` are less than `count`.
    ByteKinds(const std::array<std::uint8_t, 256>& all, std::size_t count,
        text::Instructions instructions = text::Instructions::fastest);

    std::size_t of(unsigned char byte) const { return kinds[byte]; }
    std::size_t count() const { return number; }

    // Of each `stride` bytes, 2 or 4 of them: their kinds, as the digits of a number to the base
    // count(). Of 4, where there are no more than 16 kinds. `size` is a multiple of `step`.
    void numbers(
        const char* bytes, std::size_t size, std::size_t stride, std::uint16_t* result) const;
    static constexpr std::size_t step = 32;

private:
    void numbers_portably(
        const char* bytes, std::size_t size, std::size_t stride, std::uint16_t* result) const;
    void numbers_with_avx2(
        const char* bytes, std::size_t size, std::size_t stride, std::uint16_t* result) const;

    alignas(16) std::array<std::uint8_t, 256> kinds;
    std::size_t number;
    bool with_avx2;
};

}
