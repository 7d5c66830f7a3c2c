#include "character_class.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace fs_search::regex {

namespace {

constexpr char32_t long_s = 0x17F;
constexpr char32_t kelvin = 0x212A;
constexpr std::size_t case_bit = 'a' ^ 'A';

struct Range {
    char first;
    char last;
};

struct Name {
    std::string_view name;
    std::array<Range, 4> ranges; // one that is not needed repeats another
};

constexpr std::array names {
    Name {"alnum", {{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'a', 'z'}}}},
    Name {"alpha", {{{'A', 'Z'}, {'a', 'z'}, {'a', 'z'}, {'a', 'z'}}}},
    Name {"ascii", {{{0, 127}, {0, 127}, {0, 127}, {0, 127}}}},
    Name {"blank", {{{'\t', '\t'}, {' ', ' '}, {' ', ' '}, {' ', ' '}}}},
    Name {"cntrl", {{{0, 31}, {127, 127}, {127, 127}, {127, 127}}}},
    Name {"digit", {{{'0', '9'}, {'0', '9'}, {'0', '9'}, {'0', '9'}}}},
    Name {"graph", {{{'!', '~'}, {'!', '~'}, {'!', '~'}, {'!', '~'}}}},
    Name {"lower", {{{'a', 'z'}, {'a', 'z'}, {'a', 'z'}, {'a', 'z'}}}},
    Name {"print", {{{' ', '~'}, {' ', '~'}, {' ', '~'}, {' ', '~'}}}},
    Name {"punct", {{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}}},
    Name {"space", {{{'\t', '\r'}, {' ', ' '}, {' ', ' '}, {' ', ' '}}}},
    Name {"upper", {{{'A', 'Z'}, {'A', 'Z'}, {'A', 'Z'}, {'A', 'Z'}}}},
    Name {"word", {{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'_', '_'}}}},
    Name {"xdigit", {{{'0', '9'}, {'A', 'F'}, {'a', 'f'}, {'a', 'f'}}}},
    Name {"d", {{{'0', '9'}, {'0', '9'}, {'0', '9'}, {'0', '9'}}}},
    Name {"s", {{{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}, {' ', ' '}}}},
    Name {"w", {{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}, {'_', '_'}}}},
};

void add_other_case(CharacterClass& characters)
{
    for (std::size_t letter = 'A'; letter <= 'Z'; ++letter)
        if (characters.ascii[letter] || characters.ascii[letter | case_bit])
            characters.ascii[letter] = characters.ascii[letter | case_bit] = true;
    characters.others = characters.others || characters.ascii['k'] || characters.ascii['s'];
}

}

void CharacterClass::add(const CharacterClass& more)
{
    ascii |= more.ascii;
    others = others || more.others;
}

CharacterClass CharacterClass::inverted() const { return {~ascii, true}; }

CharacterClass characters_between(char32_t first, char32_t last, Case letters)
{
    CharacterClass result;
    for (std::size_t character = first; character <= last && character < result.ascii.size();
         ++character)
        result.ascii.set(character);
    result.others = last >= result.ascii.size();
    if (letters == Case::matters)
        return result;
    const auto holds = [&](char32_t character) { return first <= character && character <= last; };
    result.ascii['s'] = result.ascii['s'] || holds(long_s);
    result.ascii['k'] = result.ascii['k'] || holds(kelvin);
    add_other_case(result);
    return result;
}

std::optional<CharacterClass> class_of_name(std::string_view name, Case letters)
{
    const bool is_inverted = name.starts_with('^');
    name.remove_prefix(is_inverted ? 1 : 0);
    const auto* const entry = std::find_if(
        names.begin(), names.end(), [&](const Name& known) { return known.name == name; });
    if (entry == names.end())
        return std::nullopt;
    CharacterClass result;
    for (const auto& range : entry->ranges)
        result.add(characters_between(static_cast<unsigned char>(range.first),
            static_cast<unsigned char>(range.last), letters));
    return is_inverted ? result.inverted() : result;
}

std::optional<CharacterClass> class_of_letter(char letter, Case letters)
{
    const bool is_inverted = letter >= 'A' && letter <= 'Z';
    const char small = is_inverted ? static_cast<char>(letter - 'A' + 'a') : letter;
    const auto result = class_of_name({&small, 1}, letters);
    return result && is_inverted ? result->inverted() : result;
}

std::optional<CharacterClass> class_of_property(std::string_view escape, Case letters)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive(letters == Case::matters);
    const RE2 expression({escape.data(), escape.size()}, options);
    if (!expression.ok())
        return std::nullopt;
    CharacterClass result {{}, true};
    for (std::size_t character = 0; character < result.ascii.size(); ++character) {
        const char byte = static_cast<char>(character);
        result.ascii[character] = RE2::FullMatch({&byte, 1}, expression);
    }
    return result;
}

}
