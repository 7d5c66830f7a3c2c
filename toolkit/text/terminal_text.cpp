#include "toolkit/text/terminal_text.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/invisible.hpp"
#include "toolkit/text/unassigned.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <initializer_list>
#include <utility>

namespace toolkit::text {

static bool is_among(
    char32_t character, std::initializer_list<std::pair<char32_t, char32_t>> ranges)
{
    return std::any_of(ranges.begin(), ranges.end(),
        [&](const auto& range) { return character >= range.first && character <= range.second; });
}

// Returns true for control characters, characters that change the direction of writing, and those
// without a width, except for joiners and variation selectors, which languages and emoji need.
static bool is_treacherous(char32_t character)
{
    const bool is_joiner_or_selector = is_among(character, {{0x200c, 0x200d}, {0xfe00, 0xfe0f}});
    return (character < 0x20 && character != '\n' && character != '\t')
        || (is_unseen(character) && !is_joiner_or_selector)
        || is_among(
            character, {{0x7f, 0x9f}, {0x2028, 0x2029}, {0xfff9, 0xfffb}, {0x13430, 0x1345f}});
}

// Returns true for characters that a reader does not see, including those that languages and emoji
// need.
static bool is_hidden(char32_t character)
{
    return is_treacherous(character) || is_unseen(character);
}

// Returns how many bytes at the beginning are printable ASCII.
static std::size_t plain_size(std::string_view text)
{
    const auto end
        = std::find_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; });
    return static_cast<std::size_t>(end - text.begin());
}

template<class Written>
static std::string harmless(std::string_view text, Written written)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t plain = plain_size(text);
        result += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            break;
        const auto [character, size] = first_character(text);
        result
            += is_treacherous(character) ? written(character) : std::string(text.substr(0, size));
        text.remove_prefix(std::min(size, text.size()));
    }
    return result;
}

static std::string written_out(char32_t character)
{
    std::array<char, 16> text {};
    std::snprintf(text.data(), text.size(), "\\u{%02x}", static_cast<unsigned>(character));
    return text.data();
}

// JSON escapes characters above U+FFFF as two halves.
static std::string written_in_json(char32_t character)
{
    const auto value = static_cast<unsigned>(character);
    std::array<char, 16> text {};
    if (value < 0x10000)
        std::snprintf(text.data(), text.size(), "\\u%04x", value);
    else
        std::snprintf(text.data(), text.size(), "\\u%04x\\u%04x",
            0xd800U + ((value - 0x10000U) >> 10U), 0xdc00U + ((value - 0x10000U) & 0x3ffU));
    return text.data();
}

std::string for_terminal(std::string_view text) { return harmless(text, written_out); }

// Returns true for characters without a width, those that look like a space or are drawn over the
// character before, other forms of letters, and unassigned characters. A terminal multiplexer drops
// characters of unknown width.
static bool is_deceptive(char32_t character)
{
    return character == '\n' || is_treacherous(character) || is_unseen(character)
        || is_unassigned(character)
        || is_among(character,
            {{0xa0, 0xa0}, {0x334, 0x338}, {0x1680, 0x1680}, {0x2000, 0x200f}, {0x2028, 0x202f},
                {0x205f, 0x206f}, {0x20d0, 0x20ff}, {0x2800, 0x2800}, {0x3000, 0x3000},
                {0xe000, 0xf8ff}, {0x302a, 0x302f}, {0xff00, 0xffa0}, {0xfff0, 0xffff},
                {0x1d400, 0x1d7ff}, {0xe0000, 0x10ffff}});
}

static bool is_mark(char32_t character)
{
    return is_among(
        character, {{0x300, 0x36f}, {0x483, 0x489}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}});
}

// Returns true for letters of Greek, Cyrillic, Armenian, Cherokee, Coptic and Lisu, which may look
// like Latin letters.
static bool is_lookalike(char32_t character)
{
    return is_among(character,
        {{0x370, 0x58f}, {0x13a0, 0x13ff}, {0x1c80, 0x1c8f}, {0x1f00, 0x1fff}, {0x2c80, 0x2cff},
            {0x2de0, 0x2dff}, {0xa4d0, 0xa4ff}, {0xa640, 0xa69f}, {0xab70, 0xabbf}});
}

static bool is_latin(char32_t character)
{
    return character < 0x80 && std::isalpha(static_cast<int>(character)) != 0;
}

// Returns the letters at the beginning of `text`. A digit or a sign ends them.
static std::string_view first_word(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size()) {
        const auto [character, size] = first_character(text.substr(end));
        if (!is_latin(character) && (character < 0x80 || is_deceptive(character)))
            break;
        end += size;
    }
    return text.substr(0, end);
}

static bool has_latin(std::string_view word)
{
    return std::any_of(word.begin(), word.end(), [](unsigned char c) { return is_latin(c); });
}

// Returns true for vowels and endings of Korean syllables, and for voicing marks of Japanese, at a
// place where they do not belong. They have no width.
static bool is_out_of_place(char32_t character, char32_t before)
{
    if (is_among(character, {{0x1160, 0x11ff}, {0xd7b0, 0xd7ff}}))
        return !is_among(before, {{0x1100, 0x11ff}, {0xa960, 0xa97f}, {0xac00, 0xd7ff}});
    return is_among(character, {{0x3099, 0x309a}})
        && !is_among(before, {{0x3041, 0x3096}, {0x30a1, 0x30fa}});
}

static std::string decidable_word(std::string_view word)
{
    const bool is_mixed = has_latin(word);
    char32_t before = 0;
    std::string result;
    for (int marks = 0; !word.empty();) {
        const auto [character, size] = first_character(word);
        marks = is_mark(character) ? marks + 1 : 0;
        // Languages need up to two marks; more of them would cover the rows above.
        const bool is_shown = !(is_mixed && is_lookalike(character)) && marks <= 2
            && !is_out_of_place(character, before);
        before = is_shown ? character : 0;
        result += is_shown ? std::string(word.substr(0, size)) : written_out(character);
        word.remove_prefix(size);
    }
    return result;
}

std::string for_decision(std::string_view line)
{
    std::string result;
    while (!line.empty()) {
        if (const std::string_view word = first_word(line); !word.empty()) {
            result += decidable_word(word);
            line.remove_prefix(word.size());
            continue;
        }
        const auto [character, size] = first_character(line);
        const bool is_at_end = line.size() == size && !result.empty();
        const bool is_shown = !is_deceptive(character) && !line.starts_with("\\u{")
            && !(is_at_end && (character == ' ' || character == '\t'));
        result += is_shown ? std::string(line.substr(0, size)) : written_out(character);
        line.remove_prefix(size);
    }
    return result;
}

std::string json_for_terminal(std::string_view json) { return harmless(json, written_in_json); }

// Returns how many bytes at the end are the beginning of an incomplete character.
static std::size_t begun_size(std::string_view text)
{
    for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if (byte < 0x80)
            return 0;
        if (byte >= 0xc0)
            return back < (byte < 0xe0 ? 2U : byte < 0xf0 ? 3U : 4U) ? back : 0;
    }
    return 0;
}

std::string TerminalText::add(std::string_view piece)
{
    begun += piece;
    const std::string text = std::exchange(begun, {});
    const std::size_t whole = text.size() - begun_size(text);
    begun = text.substr(whole);
    return for_terminal(std::string_view(text).substr(0, whole));
}

template<class Visit>
static void for_each_character(std::string_view text, Visit visit)
{
    while (!text.empty()) {
        const auto [character, size] = first_character(text);
        visit(character, text.substr(0, size));
        text.remove_prefix(std::min(size, text.size()));
    }
}

std::string without_hidden(std::string_view text)
{
    std::string result;
    for_each_character(text, [&](char32_t character, std::string_view bytes) {
        if (!is_hidden(character))
            result += bytes;
    });
    return result;
}

bool has_hidden(std::string_view text)
{
    bool has = false;
    for_each_character(
        text, [&](char32_t character, std::string_view) { has = has || is_hidden(character); });
    return has;
}

static std::size_t columns_of_byte(char first_byte)
{
    const auto byte = static_cast<unsigned char>(first_byte);
    return byte == '\t' ? 8 : byte < 0x80 ? 1 : (byte & 0xc0U) == 0x80 ? 0 : 2;
}

std::size_t width_of(std::string_view text)
{
    std::size_t width = 0;
    for (const char byte : text)
        width += columns_of_byte(byte);
    return width;
}

std::vector<std::string> decision_pieces(
    std::string_view line, std::size_t first, std::size_t others)
{
    std::vector<std::string> pieces(1);
    std::size_t room = first;
    for (const char byte : for_decision(line)) {
        if (columns_of_byte(byte) > room) {
            pieces.emplace_back();
            room = others;
        }
        pieces.back() += byte;
        room -= std::min(room, columns_of_byte(byte));
    }
    return pieces;
}

}
