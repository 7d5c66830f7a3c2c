#include "toolkit/text/cursor.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace toolkit::text {

namespace {

constexpr std::string_view encoded_path = "base64:";

std::string text_of_number(std::int64_t number, int base)
{
    std::array<char, 20> digits {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
    return {digits.data(), end.ptr};
}

// Removes a number and the ':' after it from the text and returns the number. Returns nullopt
// unless it is written exactly as text_of_number() writes it.
std::optional<std::int64_t> take_number(std::string_view& text, int base)
{
    std::int64_t number = 0;
    const std::size_t size = std::min(text.find(':'), text.size());
    const auto read = std::from_chars(text.data(), text.data() + size, number, base);
    if (size == text.size() || read.ec != std::errc() || number < 0
        || text_of_number(number, base) != text.substr(0, size))
        return std::nullopt;
    text.remove_prefix(size + 1);
    return number;
}

std::optional<std::string> read_path(std::string_view text)
{
    if (text.starts_with(encoded_path))
        return base64_decode(text.substr(encoded_path.size()));
    return is_utf8(text) ? std::optional<std::string>(text) : std::nullopt;
}

}

std::uint32_t number_of_request(std::string_view all_that_decides)
{
    std::uint32_t number = 2166136261; // FNV-1a, 32 bits
    for (const char byte : all_that_decides)
        number = (number ^ static_cast<unsigned char>(byte)) * 16777619;
    return number;
}

std::string cursor_text(const Cursor& cursor)
{
    std::string text = text_of_number(cursor.request, 16) + ":";
    for (const std::int64_t number : cursor.numbers)
        text += text_of_number(number, 10) + ":";
    const bool is_plain = is_utf8(cursor.path) && !cursor.path.starts_with(encoded_path);
    return text + (is_plain ? cursor.path : std::string(encoded_path) + base64_encode(cursor.path));
}

std::optional<Cursor> read_cursor(std::string_view text, std::size_t numbers)
{
    const auto request = take_number(text, 16);
    if (!request || *request > UINT32_MAX)
        return std::nullopt;
    Cursor cursor {static_cast<std::uint32_t>(*request), {}, {}};
    for (; numbers > 0; --numbers) {
        const auto number = take_number(text, 10);
        if (!number)
            return std::nullopt;
        cursor.numbers.push_back(*number);
    }
    auto path = read_path(text);
    if (!path || path->empty())
        return std::nullopt;
    cursor.path = *std::move(path);
    return cursor;
}

}
