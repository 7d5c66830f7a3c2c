#include "frontends/screen/safe_text.hpp"

#include "frontends/screen/characters.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/unassigned.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

namespace frontends::screen {

using namespace toolkit;

// True for ASCII without control characters other than newlines and tabs.
static bool is_plain(std::string_view text)
{
    for (const char byte : text)
        if (byte != '\n' && byte != '\t' && (byte < ' ' || byte > '~'))
            return false;
    return true;
}

// Replaces bytes that are not UTF-8 by replacement characters.
static std::string as_utf8(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Character character = first_character(text);
        const bool is_invalid = character.value == replacement && character.size == 1;
        result += is_invalid ? std::string_view("\xef\xbf\xbd") : text.substr(0, character.size);
        text.remove_prefix(character.size);
    }
    return result;
}

static std::string in_hexadecimal(char32_t character)
{
    std::array<char, 16> text {};
    std::snprintf(text.data(), text.size(), "\\u{%02x}", static_cast<unsigned>(character));
    return text.data();
}

// Removes variation selectors, except those that emoji and common scripts use.
static std::string without_selectors(std::string text)
{
    if (text.find("\xef\xb8") == std::string::npos)
        return text;
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const Character character = first_character(rest);
        if (character.value >= 0xfe00 && character.value <= 0xfe0d)
            result += in_hexadecimal(character.value);
        else
            result += rest.substr(0, character.size);
        rest.remove_prefix(character.size);
    }
    return result;
}

SafeText prose(std::string_view text)
{
    if (is_plain(text))
        return SafeText(std::string(text));
    return SafeText(without_selectors(text::for_terminal(as_utf8(text))));
}

SafeText spaces(std::size_t count) { return SafeText(std::string(count, ' ')); }

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

template<std::size_t size>
bool is_in(const Range (&ranges)[size], char32_t c)
{
    return std::any_of(std::begin(ranges), std::end(ranges),
        [&](const Range& range) { return c >= range.first && c <= range.last; });
}

constexpr Range latin[] {{'A', 'Z'}, {'a', 'z'}, {0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x24f}};

// Greek, Cyrillic, Armenian, Cherokee, Coptic, Lisu: letters that look like Latin ones.
constexpr Range lookalikes[] {{0x370, 0x58f}, {0x13a0, 0x13ff}, {0x1c80, 0x1c8f}, {0x1f00, 0x1fff},
    {0x2c80, 0x2cff}, {0x2de0, 0x2dff}, {0xa4d0, 0xa4ff}, {0xa640, 0xa69f}, {0xab70, 0xabbf}};

// Marks over the previous character, second forms of letters, and the empty Braille pattern.
constexpr Range disguises[] {{0x334, 0x338}, {0x20d0, 0x20ff}, {0x2800, 0x2800}, {0x302a, 0x302f},
    {0xff01, 0xff5e}, {0x1d400, 0x1d7ff}};

bool is_mark_of_letters(char32_t c)
{
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

// True for a character with a visible shape.
bool has_shape(char32_t c)
{
    if (c == ' ')
        return true;
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(c))) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS: return false;
    default: return !is_in(disguises, c) && !text::is_unseen(c) && !text::is_unassigned(c);
    }
}

// Writes a line character by character.
class StrictLine {
public:
    std::string of(std::string_view rest)
    {
        while (!rest.empty()) {
            const Character character = first_character(rest);
            // A "\u{" of the text itself could be mistaken for an escape written here.
            if (rest.starts_with("\\u{")) {
                end_word();
                result += in_hexadecimal('\\');
            } else {
                add(character.value, rest.substr(0, character.size));
            }
            rest.remove_prefix(character.size);
        }
        end_word();
        trailing_whitespace();
        return std::move(result);
    }

private:
    void add(char32_t c, std::string_view bytes)
    {
        if (c == ' ') {
            end_word();
            ++space_count;
            return;
        }
        trailing_whitespace();
        // Languages need at most two marks; a pile of them covers the rows above.
        marks = is_mark_of_letters(c) ? marks + 1 : 0;
        const bool is_part_of_word = is_letter_or_number(c) || marks > 0 || c == '_';
        if (!is_part_of_word)
            end_word();
        const bool is_invalid = c == replacement && bytes.size() == 1;
        if (is_invalid)
            result += "\xef\xbf\xbd";
        else if (has_shape(c) && marks <= 2)
            result += bytes;
        else
            result += in_hexadecimal(c);
        if (!is_part_of_word)
            return;
        has_latin = has_latin || is_in(latin, c);
        has_lookalike = has_lookalike || is_in(lookalikes, c);
    }

    void end_word()
    {
        if (has_latin && has_lookalike)
            result += "\u27e8mixed scripts\u27e9";
        has_latin = has_lookalike = false;
    }

    void trailing_whitespace()
    {
        if (space_count > 16)
            result += "\u27e8" + std::to_string(space_count) + " spaces\u27e9";
        else
            result.append(space_count, ' ');
        space_count = 0;
    }

    std::string result;
    std::size_t space_count = 0;
    int marks = 0;
    bool has_latin = false;
    bool has_lookalike = false;
};

}

SafeText strict(std::string_view text) { return SafeText(StrictLine().of(text)); }

}
