#include "toolkit/text/text.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>
#include <vector>

namespace toolkit::text {

// Returns the length of the UTF-8 character at `position`, or 0 if there is no complete valid one
// (RFC 3629, section 4).
static std::size_t character_length(std::string_view bytes, std::size_t position)
{
    const auto at = [&](std::size_t index) -> unsigned {
        return position + index < bytes.size() ? static_cast<unsigned char>(bytes[position + index])
                                               : 0U;
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
        position += ascii_length(bytes, position);
        if (position == bytes.size())
            break;
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
    // A split character begins at most three bytes before the cut and reaches beyond it.
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

// Returns true for a lone surrogate as utf8_from_utf16() writes it.
static bool begins_with_surrogate(std::string_view bytes)
{
    const auto at = [bytes](std::size_t index) { return static_cast<unsigned char>(bytes[index]); };
    return bytes.size() >= 3 && at(0) == 0xED && at(1) >= 0xA0 && at(1) < 0xC0
        && (at(2) & 0xC0U) == 0x80U;
}

std::optional<Readable> readable(std::string_view bytes)
{
    Readable result;
    result.text.reserve(bytes.size());
    std::size_t invalid = 0;
    for (std::size_t position = 0; position < bytes.size();) {
        const std::size_t plain = ascii_length(bytes, position);
        const std::size_t length
            = plain > 0 ? plain : character_length(bytes, position); // 0: not a character
        result.text += bytes.substr(position, length);
        position += length;
        if (length > 0)
            continue;
        const std::size_t bad = begins_with_surrogate(bytes.substr(position)) ? 3 : 1;
        result.text += "\uFFFD";
        ++result.replaced;
        invalid += bad;
        position += bad;
    }
    constexpr std::size_t tenth = 10;
    if (invalid * tenth > bytes.size()
        || (invalid > 0 && bytes.find('\0') != std::string_view::npos))
        return std::nullopt;
    return result;
}

std::size_t size_of_split_character(std::string_view bytes)
{
    for (std::size_t size = 1; size <= 3 && size <= bytes.size(); ++size) {
        const auto byte = static_cast<unsigned char>(bytes[bytes.size() - size]);
        if ((byte & 0xC0U) == 0x80U)
            continue;
        const std::size_t length = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
        return length > size && byte < 0xF5 ? size : 0;
    }
    return 0;
}

std::string_view stripped(std::string_view text)
{
    static constexpr std::string_view whitespace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(whitespace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(whitespace) - first + 1);
}

std::string in_quotes(std::string_view bytes)
{
    constexpr std::size_t most = 200;
    return "'" + shortened(printable(bytes), most) + "'";
}

std::size_t distance(std::string_view left, std::string_view right)
{
    // The recurrence needs only the last three rows of the table.
    std::vector<std::size_t> before_last(right.size() + 1);
    std::vector<std::size_t> last(right.size() + 1);
    std::vector<std::size_t> row(right.size() + 1);
    const auto cost = [&](char a, char b) -> std::size_t {
        return a == b ? 0 : in_lower_case(a) == in_lower_case(b) ? 1 : 2;
    };
    for (std::size_t j = 0; j <= right.size(); ++j)
        last[j] = 2 * j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        row[0] = 2 * i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            row[j] = std::min(
                {last[j] + 2, row[j - 1] + 2, last[j - 1] + cost(left[i - 1], right[j - 1])});
            if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 2);
        }
        std::swap(before_last, last);
        std::swap(last, row);
    }
    return last[right.size()];
}

}
