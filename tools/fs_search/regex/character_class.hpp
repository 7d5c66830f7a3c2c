#pragma once

#include "tools/fs_search/text/text_finder.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fs_search::regex {

// The characters that a part of a pattern matches: exact for ASCII. `others` is true if non-ASCII
// characters may match.
struct CharacterClass {
    std::bitset<128> ascii;
    bool others = false;

    // Adds the characters of `more`.
    void add(const CharacterClass& more);
    CharacterClass inverted() const; // non-ASCII characters may be in the result

    bool operator==(const CharacterClass&) const = default;
};

enum class Case { matters, is_ignored };

// Returns the characters between `first` and `last`. If case is ignored, includes the same letters
// in the other case; of the non-ASCII characters, U+017F is then an s, and U+212A a k.
CharacterClass characters_between(char32_t first, char32_t last, Case letters);

// Return the class for a name such as "alpha" in "[:alpha:]", and for a letter such as 'd' in "\d";
// nullopt for any other.
std::optional<CharacterClass> class_of_name(std::string_view name, Case letters);
std::optional<CharacterClass> class_of_letter(char letter, Case letters);

// Returns the characters that RE2 matches for "\pL", "\P{Greek}" and similar; nullopt if RE2 does
// not accept the escape.
std::optional<CharacterClass> class_of_property(std::string_view escape, Case letters);

// Numbers for bytes. Bytes that an automaton does not distinguish have the same number, their kind.
class ByteKinds {
public:
    // Maximum number of kinds, so that the numbers below fit in 16 bits.
    static constexpr std::size_t most = 127;

    // `all` has the kind of each byte, less than `count`.
    ByteKinds(const std::array<std::uint8_t, 256>& all, std::size_t count,
        text::Instructions instructions = text::Instructions::fastest);

    std::size_t of(unsigned char byte) const { return kinds[byte]; }
    std::size_t count() const { return number; }

    // Writes one number for every `stride` bytes, whose digits in base count() are their kinds.
    // `stride` is 2, or 4 if there are at most 16 kinds. `size` must be a multiple of `step`.
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
