#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>

namespace toolkit::text {

std::string_view indentation_of(std::string_view text)
{
    return text.substr(0, std::min(text.find_first_not_of(" \t"), text.size()));
}

std::string_view without_end_blanks(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

std::string_view trimmed(std::string_view text)
{
    text = without_end_blanks(text);
    return text.substr(indentation_of(text).size());
}

namespace {

struct AllTypography {
    using enum Typography;
    static constexpr std::array characters {
        TypographicCharacter {"\u00a0", " ", blank},
        TypographicCharacter {"\u2002", " ", blank},
        TypographicCharacter {"\u2003", " ", blank},
        TypographicCharacter {"\u2004", " ", blank},
        TypographicCharacter {"\u2005", " ", blank},
        TypographicCharacter {"\u2006", " ", blank},
        TypographicCharacter {"\u2007", " ", blank},
        TypographicCharacter {"\u2008", " ", blank},
        TypographicCharacter {"\u2009", " ", blank},
        TypographicCharacter {"\u200a", " ", blank},
        TypographicCharacter {"\u200b", "", no_width},
        TypographicCharacter {"\u2010", "-", dash},
        TypographicCharacter {"\u2011", "-", dash},
        TypographicCharacter {"\u2012", "-", dash},
        TypographicCharacter {"\u2013", "-", dash},
        TypographicCharacter {"\u2014", "-", dash},
        TypographicCharacter {"\u2015", "-", dash},
        TypographicCharacter {"\u2018", "'", quote},
        TypographicCharacter {"\u2019", "'", quote},
        TypographicCharacter {"\u201a", "'", quote},
        TypographicCharacter {"\u201b", "'", quote},
        TypographicCharacter {"\u201c", "\"", quote},
        TypographicCharacter {"\u201d", "\"", quote},
        TypographicCharacter {"\u201e", "\"", quote},
        TypographicCharacter {"\u201f", "\"", quote},
        TypographicCharacter {"\u2026", "...", ellipsis},
        TypographicCharacter {"\u202f", " ", blank},
        TypographicCharacter {"\u205f", " ", blank},
        TypographicCharacter {"\u2212", "-", dash},
        TypographicCharacter {"\u3000", " ", blank},
        TypographicCharacter {"\ufe0f", "", no_width},
        TypographicCharacter {"\ufeff", "", no_width},
        TypographicCharacter {"\uff01", "!", full_width},
        TypographicCharacter {"\uff08", "(", full_width},
        TypographicCharacter {"\uff09", ")", full_width},
        TypographicCharacter {"\uff0c", ",", full_width},
        TypographicCharacter {"\uff1a", ":", full_width},
        TypographicCharacter {"\uff1b", ";", full_width},
        TypographicCharacter {"\uff1f", "?", full_width},
    };
};

}

std::span<const TypographicCharacter> typographic_characters() { return AllTypography::characters; }

const TypographicCharacter* typographic_character(std::string_view text)
{
    const auto all = typographic_characters();
    const auto found
        = std::find_if(all.begin(), all.end(), [text](const TypographicCharacter& candidate) {
              return text.starts_with(candidate.character);
          });
    return found == all.end() ? nullptr : &*found;
}

std::size_t find_typographic(std::string_view text, std::size_t from)
{
    // No other two bytes begin one of them, and most text has none of these.
    const auto may_begin = [text](std::size_t at) {
        const char first = text[at];
        const char second = at + 1 < text.size() ? text[at + 1] : '\0';
        return (first == '\xc2' && second == '\xa0')
            || (first == '\xe2' && (second == '\x80' || second == '\x81' || second == '\x88'))
            || (first == '\xe3' && second == '\x80')
            || (first == '\xef' && (second == '\xb8' || second == '\xbb' || second == '\xbc'));
    };
    for (std::size_t at = from; at < text.size(); ++at)
        if (static_cast<unsigned char>(text[at]) >= 0x80 && may_begin(at)
            && typographic_character(text.substr(at)) != nullptr)
            return at;
    return text.size();
}

std::string with_plain_typography(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0;;) {
        const std::size_t next = find_typographic(text, at);
        result += text.substr(at, next - at);
        if (next == text.size())
            return result;
        const TypographicCharacter* found = typographic_character(text.substr(next));
        result += found->plain;
        at = next + found->character.size();
    }
}

std::string without_accents(std::string_view text)
{
    static constexpr std::string_view letters // of U+00C0 to U+017F, '?' where there is no accent
        = "AAAAAA?CEEEEIIII?NOOOOO??UUUUY??aaaaaa?ceeeeiiii?nooooo??uuuuy?y"
          "AaAaAaCcCcCcCcDd??EeEeEeEeEeGgGgGgGgHh??IiIiIiIiI???JjKk?LlLlLl????NnNnNn???OoOoOo??"
          "RrRrRrSsSsSsSsTtTt??"
          "UuUuUuUuUuUuWwYyYZzZzZz?";
    constexpr unsigned first = 0xC0;
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const unsigned trail = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0;
        const unsigned character = (lead & 0x1FU) << 6U | (trail & 0x3FU);
        const bool is_pair = (lead & 0xE0U) == 0xC0 && (trail & 0xC0U) == 0x80;
        const bool is_letter = is_pair && character >= first && character - first < letters.size()
            && letters[character - first] != '?';
        const bool is_accent = is_pair && character >= 0x300 && character < 0x370;
        if (is_letter)
            result += letters[character - first];
        else if (!is_accent)
            result += text[at];
        at += is_letter || is_accent ? 1 : 0;
    }
    return result;
}

}
