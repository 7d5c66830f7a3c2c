#pragma once

#include "tools/fs_search/text/text_finder.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fs_search::regex {

// Which characters a part of a pattern matches: exactly those of ASCII, and perhaps some of the
// others.
struct CharacterClass {
    std::bitset<128> ascii;
    bool others = false;

    void add(const CharacterClass& more);
    CharacterClass inverted() const; // all others may be in it

    bool operator==(const CharacterClass&) const = default;
};

enum class Case { matters, is_ignored };

// With what is the same in other case. Three characters beyond ASCII matter: U+017F is an s, U+212A
// a k.
CharacterClass characters_between(char32_t first, char32_t last, Case letters);

// What "[:alpha:]" and its kin (the name alone), or "\d" and its kin (the letter), stand for.
std::optional<CharacterClass> class_of_name(std::string_view name, Case letters);
std::optional<CharacterClass> class_of_letter(char letter, Case letters);

// What RE2 has "\pL", "\P{Greek}" and their kin match.
std::optional<CharacterClass> class_of_property(std::string_view escape, Case letters);

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

    // Writes a number for every `stride` bytes: their kinds as its digits to the base count().
    // `stride` is 2, or 4 if there are at most 16 kinds; `size` is a multiple of `step`.
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
