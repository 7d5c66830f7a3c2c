#include "cursor.hpp"
#include "toolkit/text/text.hpp"

#include <array>
#include <charconv>

namespace fs_search {

using namespace toolkit;

namespace {

constexpr std::string_view encoded_path = "base64:";

std::string text_of_number(std::int64_t number, int base)
{
    std::array<char, 20> digits {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
    return {digits.data(), end.ptr};
}

// The number up to the next ':', which is taken too; as text_of_number() writes it.
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
        return toolkit::text::base64_decode(text.substr(encoded_path.size()));
    return text.empty() || !toolkit::text::is_utf8(text) ? std::nullopt
                                                         : std::optional<std::string>(text);
}

}

std::uint32_t number_of_request(std::string_view all_that_decides)
{
    std::uint32_t number = 2166136261; // FNV-1a, 32 bits
    for (const char byte : all_that_decides)
        number = (number ^ static_cast<unsigned char>(byte)) * 16777619;
    return number;
}

std::string cursor_of(const PageEnd& end, std::uint32_t request)
{
    std::string cursor;
    for (const std::int64_t number : {end.line, end.count, end.modified})
        cursor += text_of_number(number, 10) + ":";
    const bool is_plain = toolkit::text::is_utf8(end.path) && !end.path.starts_with(encoded_path);
    return text_of_number(request, 16) + ":" + cursor
        + (is_plain ? end.path
                    : std::string(encoded_path) + toolkit::text::base64_encode(end.path));
}

std::optional<Cursor> read_cursor(std::string_view cursor)
{
    const auto request = take_number(cursor, 16);
    if (!request || *request > UINT32_MAX)
        return std::nullopt;
    const auto line = take_number(cursor, 10);
    const auto count = line ? take_number(cursor, 10) : std::nullopt;
    const auto modified = count ? take_number(cursor, 10) : std::nullopt;
    auto path = modified ? read_path(cursor) : std::nullopt;
    if (!path || path->empty())
        return std::nullopt;
    return Cursor {
        static_cast<std::uint32_t>(*request), {*std::move(path), *line, *count, *modified}};
}

}
