#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace toolkit::text {

bool continues_character(std::string_view text, std::size_t at)
{
    // U+0300 to U+036F, U+1F3FB to U+1F3FF, U+200D: the first and the last character of each range.
    // UTF-8 sorts like the code points.
    static constexpr std::array<std::array<std::string_view, 2>, 3> ranges {
        {{"\u0300", "\u036f"}, {"\U0001f3fb", "\U0001f3ff"}, {"\u200d", "\u200d"}}};
    return std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
        const std::string_view next = text.substr(std::min(at, text.size()), range[0].size());
        return next >= range[0] && next <= range[1];
    });
}

std::string in_lower_case(std::string_view text)
{
    std::string result(text);
    for (char& letter : result)
        letter = in_lower_case(letter);
    return result;
}

namespace {

constexpr std::uint32_t high_surrogates = 0xD800;
constexpr std::uint32_t low_surrogates = 0xDC00;
constexpr std::uint32_t after_surrogates = 0xE000;

std::uint32_t unit_at(std::string_view bytes, std::size_t at, ByteOrder order)
{
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return order == ByteOrder::little ? first | second << 8U : first << 8U | second;
}

}

void append_utf8(std::string& text, char32_t code)
{
    const auto tail
        = [&](unsigned shift) { return static_cast<char>(0x80 | (code >> shift & 0x3F)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += {static_cast<char>(0xC0 | code >> 6), tail(0)};
    } else if (code < 0x10000) {
        text += {static_cast<char>(0xE0 | code >> 12), tail(6), tail(0)};
    } else {
        text += {static_cast<char>(0xF0 | code >> 18), tail(12), tail(6), tail(0)};
    }
}

static void append_unit(std::string& bytes, std::uint32_t unit, ByteOrder order)
{
    const auto low = static_cast<char>(unit & 0xFFU);
    const auto high = static_cast<char>(unit >> 8U);
    if (order == ByteOrder::little)
        bytes += {low, high};
    else
        bytes += {high, low};
}

std::string utf16_from_utf8(std::string_view text, ByteOrder order)
{
    std::string bytes;
    bytes.reserve(2 * text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto [character, size] = first_character(text.substr(at));
        const std::uint32_t code = character;
        at += size;
        if (code < 0x10000) {
            append_unit(bytes, code, order);
            continue;
        }
        append_unit(bytes, high_surrogates + ((code - 0x10000) >> 10U), order);
        append_unit(bytes, low_surrogates + ((code - 0x10000) & 0x3FFU), order);
    }
    return bytes;
}

std::optional<ByteOrder> byte_order_of(std::string_view bytes)
{
    if (bytes.starts_with("\xFF\xFE"))
        return ByteOrder::little;
    if (bytes.starts_with("\xFE\xFF"))
        return ByteOrder::big;
    return std::nullopt;
}

std::string utf8_from_utf16(std::string_view bytes, ByteOrder order)
{
    std::string text;
    text.reserve(bytes.size() / 2 + bytes.size() / 8);
    std::size_t at = 0;
    for (; at + 1 < bytes.size(); at += 2) {
        std::uint32_t code = unit_at(bytes, at, order);
        if (code >= high_surrogates && code < low_surrogates && at + 3 < bytes.size()) {
            const std::uint32_t next = unit_at(bytes, at + 2, order);
            if (next >= low_surrogates && next < after_surrogates) {
                code = 0x10000 + ((code - high_surrogates) << 10U) + (next - low_surrogates);
                at += 2;
            }
        }
        append_utf8(text, code);
    }
    if (at < bytes.size())
        append_utf8(text, low_surrogates + static_cast<unsigned char>(bytes[at]));
    return text;
}

// Returns true for a capital that follows a small letter ("createIssue"), or that follows a capital
// and precedes a small letter (the S of "HTTPServer").
static bool begins_word(std::string_view text, std::size_t at)
{
    const auto is_upper
        = [&](std::size_t place) { return text[place] >= 'A' && text[place] <= 'Z'; };
    const auto is_lower
        = [&](std::size_t place) { return text[place] >= 'a' && text[place] <= 'z'; };
    return at > 0 && is_upper(at)
        && (is_lower(at - 1) || (is_upper(at - 1) && at + 1 < text.size() && is_lower(at + 1)));
}

std::vector<std::string> words_in_name(std::string_view text)
{
    std::vector<std::string> words;
    bool is_in_word = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool is_of_word
            = is_letter_or_digit(text[at]) || static_cast<unsigned char>(text[at]) >= 0x80;
        if (is_of_word && (!is_in_word || begins_word(text, at)))
            words.emplace_back();
        if (is_of_word)
            words.back() += in_lower_case(text[at]);
        is_in_word = is_of_word;
    }
    return words;
}

}
