#include "toolkit/json/json_strings.hpp"

#include "toolkit/text/prefault.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>

namespace toolkit::json {

namespace {

constexpr std::size_t shortest_long = 64; // bytes; taking out a shorter one costs more time
// Maximum size of an invalid string that is left to the parser, which explains the error.
constexpr std::size_t max_invalid = 64 << 10;

constexpr std::string_view escape_letters
    = "\"\\/bfnrt"; // each represents the character at its index in escape_meanings
constexpr std::string_view escape_meanings = "\"\\/\b\f\n\r\t";

constexpr std::uint64_t each_byte(std::uint64_t byte) { return byte * 0x0101010101010101; }

// Returns true if one of the eight bytes of `word` is zero ("Bit Twiddling Hacks", "Determine if a
// word has a zero byte").
constexpr bool has_zero(std::uint64_t word)
{
    return ((word - each_byte(1)) & ~word & each_byte(0x80)) != 0;
}

constexpr bool has_control(std::uint64_t word)
{
    return ((word - each_byte(0x20)) & ~word & each_byte(0x80)) != 0;
}

constexpr bool is_special(char letter)
{
    return static_cast<unsigned char>(letter) < 0x20 || letter == '"' || letter == '\\';
}

// Returns the offset of the first character at or after `at` that ends a string, begins an escape
// or needs one; the size of the text if there is none. `at` must not exceed the size.
std::size_t find_special(std::string_view text, std::size_t at)
{
    for (std::uint64_t word = 0; text.size() - at >= sizeof word; at += sizeof word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        if (has_control(word) || has_zero(word ^ each_byte('"'))
            || has_zero(word ^ each_byte('\\')))
            break;
    }
    while (at < text.size() && !is_special(text[at]))
        ++at;
    return at;
}

// Returns the offset of the quote that closes the string whose content begins at `at`, or the size
// of the text.
std::size_t find_end(std::string_view text, std::size_t at)
{
    while ((at = find_special(text, at)) < text.size() && text[at] != '"')
        at = std::min(
            // The text may be cut after the backslash.
            at + (text[at] == '\\' ? 2 : 1), text.size());
    return at;
}

void put_utf8(std::string& result, std::uint32_t character)
{
    const auto put = [&](std::uint32_t byte) { result += static_cast<char>(byte); };
    const auto put_rest = [&](unsigned shift) { put(0x80U | (character >> shift & 0x3FU)); };
    if (character < 0x80)
        put(character);
    else if (character < 0x800)
        put(0xC0U | character >> 6U);
    else if (character < 0x10000)
        put(0xE0U | character >> 12U);
    else
        put(0xF0U | character >> 18U);
    if (character >= 0x10000)
        put_rest(12);
    if (character >= 0x800)
        put_rest(6);
    if (character >= 0x80)
        put_rest(0);
}

// Appends a character that must be escaped in a string.
void append_escaped(std::string& json, char special)
{
    static constexpr char digits[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(special);
    json += '\\';
    if (const std::size_t known = escape_meanings.find(special); known != std::string_view::npos)
        json += escape_letters[known];
    else
        json += {'u', '0', '0', digits[byte >> 4U], digits[byte & 15U]};
}

// Decodes the text between the quotes of a string.
class Decoder {
public:
    explicit Decoder(std::string_view literal)
        : literal(literal)
    {
        text::reserve_to_fill(result, literal.size());
    }

    // Returns nullopt if it is not a valid string.
    std::optional<std::string> decode()
    {
        while (at < literal.size()) {
            const std::size_t special = find_special(literal, at);
            result += literal.substr(at, special - at);
            at = special;
            if (at < literal.size() && !take_escape())
                return {};
        }
        return text::is_utf8(result) ? std::optional(std::move(result)) : std::nullopt;
    }

private:
    bool take_escape()
    {
        if (literal[at] != '\\' || at + 1 == literal.size())
            return false;
        if (literal[at + 1] == 'u')
            return take_character();
        const std::size_t known = escape_letters.find(literal[at + 1]);
        if (known == std::string_view::npos)
            return false;
        result += escape_meanings[known];
        at += 2;
        return true;
    }

    // Reads "\u00e9", or two such escapes that are a surrogate pair.
    bool take_character()
    {
        const auto unit = take_unit();
        if (!unit || (*unit >= 0xDC00 && *unit <= 0xDFFF))
            return false;
        if (*unit < 0xD800 || *unit > 0xDFFF) {
            put_utf8(result, *unit);
            return true;
        }
        const auto low = take_unit();
        if (!low || *low < 0xDC00 || *low > 0xDFFF)
            return false;
        put_utf8(result, 0x10000 + ((*unit - 0xD800) << 10U) + (*low - 0xDC00));
        return true;
    }

    std::optional<std::uint32_t> take_unit()
    {
        const std::string_view digits = literal.substr(std::min(at + 2, literal.size()), 4);
        std::uint32_t unit = 0;
        const auto [stop, error]
            = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
        if (literal.substr(at, 2) != "\\u" || digits.size() < 4 || error != std::errc {}
            || stop != digits.data() + 4)
            return {};
        at += 6;
        return unit;
    }

    std::string_view literal;
    std::size_t at = 0;
    std::string result;
};

}

static bool is_of_number(char letter)
{
    return (letter >= '0' && letter <= '9') || letter == '.' || letter == '-' || letter == '+'
        || letter == 'e' || letter == 'E';
}

// Returns the offset of a number with more than 1,000 characters in a text without strings; npos if
// there is none. Inspects only every 1,000th character and the number around it.
static std::size_t find_long_number(std::string_view text)
{
    constexpr std::size_t most = 1000;
    for (std::size_t at = most; at < text.size(); at += most) {
        std::size_t begin = at;
        while (begin > 0 && at - begin <= most && is_of_number(text[begin - 1]))
            --begin;
        std::size_t end = at;
        while (end < text.size() && end - begin <= most && is_of_number(text[end]))
            ++end;
        if (end - begin > most)
            return begin;
    }
    return std::string_view::npos;
}

ShortenedJson shorten(std::string_view text)
{
    ShortenedJson shortened;
    std::size_t copied = 0;
    std::size_t number = 0;
    std::size_t after_string = 0;
    for (;; ++number) {
        const std::size_t quote = std::min(text.find('"', after_string), text.size());
        if (const std::size_t place
            = find_long_number(text.substr(after_string, quote - after_string));
            place != std::string_view::npos) {
            shortened.long_number = after_string + place;
            break;
        }
        if (quote == text.size())
            break;
        const std::size_t end = find_end(text, quote + 1);
        if (end == text.size()) {
            shortened.unclosed = end - quote > max_invalid ? quote : ShortenedJson::npos;
            break;
        }
        if (end - quote > shortest_long) {
            if (auto decoded = Decoder(text.substr(quote + 1, end - quote - 1)).decode()) {
                shortened.text += text.substr(copied, quote + 1 - copied);
                shortened.long_strings.emplace(number, std::move(*decoded));
                copied = end;
                shortened.cuts.emplace_back(shortened.text.size(), end);
            } else if (end - quote > max_invalid) {
                shortened.invalid = quote;
                break;
            }
        }
        after_string = end + 1;
    }
    if (copied > 0)
        shortened.text += text.substr(copied);
    return shortened;
}

std::size_t ShortenedJson::original_place(std::size_t place) const
{
    const auto after = std::upper_bound(cuts.begin(), cuts.end(), place,
        [](std::size_t wanted, const auto& cut) { return wanted < cut.first; });
    return after == cuts.begin() ? place
                                 : place - std::prev(after)->first + std::prev(after)->second;
}

void append_literal(std::string& json, std::string_view text)
{
    json += '"';
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t special = find_special(text, at);
        json += text.substr(at, special - at);
        at = special;
        if (at < text.size())
            append_escaped(json, text[at]);
    }
    json += '"';
}

bool is_plain_literal(std::string_view text)
{
    constexpr std::size_t step = 64; // as many as the compiler compares at once
    for (; text.size() >= step; text.remove_prefix(step)) {
        unsigned found = 0;
        for (std::size_t index = 0; index < step; ++index)
            found |= static_cast<unsigned>(is_special(text[index]))
                | (static_cast<unsigned char>(text[index]) & 0x80U);
        if (found != 0)
            return false;
    }
    for (const char letter : text)
        if (is_special(letter) || (static_cast<unsigned char>(letter) & 0x80U) != 0)
            return false;
    return true;
}

}
