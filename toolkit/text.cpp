#include "toolkit/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <vector>

// The length of the UTF-8 character at `position`, or 0 where none stands there whole (RFC 3629, section 4).
static std::size_t character_length(std::string_view bytes, std::size_t position)
{
    const auto at = [&](std::size_t index) -> unsigned {
        return position + index < bytes.size() ? static_cast<unsigned char>(bytes[position + index]) : 0U;
    };
    const auto continues = [&](std::size_t index) { return (at(index) & 0xC0U) == 0x80U; };
    const unsigned first = at(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return continues(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool overlong = first == 0xE0 && at(1) < 0xA0;
        const bool surrogate = first == 0xED && at(1) >= 0xA0;
        return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool overlong = first == 0xF0 && at(1) < 0x90;
        const bool beyond = first == 0xF4 && at(1) >= 0x90;
        return continues(1) && continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

bool is_utf8(std::string_view bytes)
{
    for (std::size_t position = 0; position < bytes.size();) {
        const std::size_t length = character_length(bytes, position);
        if (length == 0)
            return false;
        position += length;
    }
    return true;
}

std::size_t utf8_boundary(std::string_view bytes, std::size_t position)
{
    if (position >= bytes.size())
        return bytes.size();
    // A character starts at most three bytes before the cut, and is split where it reaches beyond it.
    for (std::size_t back = 1; back <= 3 && back <= position; ++back)
        if (character_length(bytes, position - back) > back)
            return position - back;
    return position;
}

std::string printable(std::string_view bytes)
{
    if (is_utf8(bytes))
        return std::string(bytes);
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (std::size_t position = 0; position < bytes.size();) {
        const std::size_t length = character_length(bytes, position);
        if (length != 0 && bytes[position] != '\\') {
            text += bytes.substr(position, length);
            position += length;
            continue;
        }
        const auto byte = static_cast<unsigned char>(bytes[position++]);
        text += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
    }
    return text;
}

std::string in_quotes(std::string_view bytes)
{
    constexpr std::size_t most = 200;
    std::string text = printable(bytes);
    if (text.size() > most)
        text = text.substr(0, utf8_boundary(text, most)) + "…";
    return "'" + text + "'";
}

static constexpr char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64_encode(std::string_view bytes)
{
    std::string text;
    text.resize((bytes.size() + 2) / 3 * 4, '=');
    const auto byte = [&](std::size_t index) -> std::uint32_t {
        return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0;
    };
    char* out = text.data();
    for (std::size_t index = 0; index < bytes.size(); index += 3, out += 4) {
        const std::uint32_t group = byte(index) << 16U | byte(index + 1) << 8U | byte(index + 2);
        out[0] = base64_digits[group >> 18U];
        out[1] = base64_digits[group >> 12U & 63U];
        if (index + 1 < bytes.size())
            out[2] = base64_digits[group >> 6U & 63U];
        if (index + 2 < bytes.size())
            out[3] = base64_digits[group & 63U];
    }
    return text;
}

static constexpr std::uint8_t not_a_digit = 64;

static constexpr std::array<std::uint8_t, 256> base64_values = [] {
    std::array<std::uint8_t, 256> values {};
    values.fill(not_a_digit);
    for (std::uint8_t value = 0; value < 64; ++value)
        values.at(static_cast<unsigned char>(base64_digits[value])) = value;
    return values;
}();

std::optional<std::string> base64_decode(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=')
        ++padding;
    const std::size_t length = text.size() - padding;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t group = 0;
    for (std::size_t index = 0; index < length; ++index) {
        const std::uint8_t value = base64_values[static_cast<unsigned char>(text[index])];
        if (value == not_a_digit)
            return std::nullopt;
        group = group << 6U | value;
        if (index % 4 != 0)
            bytes.push_back(static_cast<char>(group >> (6U - 2 * (index % 4)) & 0xFFU));
    }
    const std::uint32_t unused_bits = padding == 0 ? 0 : group & (padding == 1 ? 3U : 15U);
    return unused_bits == 0 ? std::optional(bytes) : std::nullopt;
}

std::size_t distance(std::string_view left, std::string_view right)
{
    // The last three rows of the table are all that the recurrence looks at.
    std::vector<std::size_t> before_last(right.size() + 1);
    std::vector<std::size_t> last(right.size() + 1);
    std::vector<std::size_t> row(right.size() + 1);
    const auto lower = [](char letter) { return std::tolower(static_cast<unsigned char>(letter)); };
    const auto cost = [&](char a, char b) -> std::size_t {
        return a == b ? 0 : lower(a) == lower(b) ? 1 : 2;
    };
    for (std::size_t j = 0; j <= right.size(); ++j)
        last[j] = 2 * j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        row[0] = 2 * i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            row[j] = std::min({last[j] + 2, row[j - 1] + 2, last[j - 1] + cost(left[i - 1], right[j - 1])});
            if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 2);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[right.size()];
}
