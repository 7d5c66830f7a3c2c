#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

inline bool is_one_of(char letter, std::string_view letters)
{
    return letters.find(letter) != std::string_view::npos;
}

// True for 0-9.
constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// True for a-z, A-Z and 0-9.
constexpr bool is_letter_or_digit(char letter)
{
    return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

// Returns the length of the name at the beginning of a text. A name consists of ASCII letters and
// digits and of the characters in `others`.
inline std::size_t name_length(std::string_view text, std::string_view others)
{
    const auto is_in_name
        = [&](char letter) { return is_letter_or_digit(letter) || is_one_of(letter, others); };
    return static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), is_in_name) - text.begin());
}

// Returns true if the byte can be a part of a word: an ASCII letter or digit, an underscore, or any
// byte beyond ASCII.
inline bool is_word(char letter)
{
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || letter == '_' || is_letter_or_digit(letter);
}

// Returns true if the bytes at `at` belong to the character before them, as a reader sees it: a
// combining accent, a skin tone, or a joiner that combines two pictures. For example, "cafe" is not
// a part of "cafe" with a combining accent, and the emoji of a woman is not a part of that of a
// woman with a computer.
bool continues_character(std::string_view text, std::size_t at);

// Returns the first character of `text` and its size in bytes; the first byte, with size 1, if that
// does not begin valid UTF-8.
inline std::pair<char32_t, std::size_t> first_character(std::string_view text)
{
    const auto byte = [&](std::size_t at) {
        return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
    };
    if (byte(0) < 0xc0)
        return {byte(0), 1};
    const std::size_t size = byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
    char32_t value = byte(0) & (0xffU >> (size + 1));
    for (std::size_t at = 1; at < size; ++at) {
        if ((byte(at) & 0xc0U) != 0x80)
            return {byte(0), 1};
        value = (value << 6U) | (byte(at) & 0x3fU);
    }
    return {value, size};
}

// Returns the ASCII letters in lower case. Other bytes are unchanged.
constexpr char in_lower_case(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter;
}

std::string in_lower_case(std::string_view text);

// True if two texts differ at most in the case of ASCII letters.
constexpr bool is_equal_but_case(std::string_view left, std::string_view right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
        [](char one, char other) { return in_lower_case(one) == in_lower_case(other); });
}

enum class ByteOrder { little, big };

// Returns the byte order of a UTF-16 byte order mark at the beginning of `bytes`, if it has one.
std::optional<ByteOrder> byte_order_of(std::string_view bytes);

// Returns UTF-16 text (without its byte order mark) as UTF-8. Invalid input stays visible and is
// never replaced: a lone surrogate becomes the three bytes that UTF-8 would have for it, and an odd
// byte at the end becomes those of U+DC00 + byte. The result is therefore not valid UTF-8 if the
// input is not valid UTF-16.
std::string utf8_from_utf16(std::string_view bytes, ByteOrder order);

// Returns UTF-8 text in UTF-16, without a byte order mark.
std::string utf16_from_utf8(std::string_view text, ByteOrder order);

// Appends a character, or half of a UTF-16 surrogate pair, which has no other form.
void append_utf8(std::string& text, char32_t code);

// Returns the words of a name or a text in lower case. A word consists of ASCII letters, digits and
// characters beyond ASCII; within it, a capital begins another one ("createIssue", "HTTPServer").
std::vector<std::string> words_in_name(std::string_view text);

}
