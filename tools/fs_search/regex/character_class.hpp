#pragma once

#include <bitset>
#include <cstddef>
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

}
