#include "agent/liquid/characters.hpp"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace agent::liquid {

static bool begins_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
}

std::size_t character_count(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::size_t byte_of_character(std::string_view text, std::size_t count)
{
    for (std::size_t place = 0; place < text.size(); ++place)
        if (begins_character(text[place]) && count-- == 0)
            return place;
    return text.size();
}

// Applies `mapped` to each character. Bytes that are not UTF-8 stay.
template<class Mapped>
static std::string each_character(std::string_view text, Mapped mapped)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        utf8proc_int32_t character = 0;
        const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
            static_cast<utf8proc_ssize_t>(text.size()), &character);
        const std::size_t taken = size < 1 ? 1 : static_cast<std::size_t>(size);
        if (size < 1)
            result += text.front();
        else
            mapped(character, result);
        text.remove_prefix(taken);
    }
    return result;
}

static void add_character(utf8proc_int32_t character, std::string& result)
{
    std::array<utf8proc_uint8_t, 4> bytes {};
    const auto size = utf8proc_encode_char(character, bytes.data());
    result.append(bytes.begin(), bytes.begin() + size);
}

std::string in_capitals(std::string_view text)
{
    constexpr utf8proc_int32_t sharp_s = 0xdf; // has no capital of a single character
    return each_character(text, [](utf8proc_int32_t character, std::string& result) {
        if (character == sharp_s)
            result += "SS";
        else
            add_character(utf8proc_toupper(character), result);
    });
}

std::string in_small_letters(std::string_view text)
{
    return each_character(text, [](utf8proc_int32_t character, std::string& result) {
        add_character(utf8proc_tolower(character), result);
    });
}

std::string_view without_leading_whitespace(std::string_view text)
{
    const auto* begin = std::find_if_not(text.begin(), text.end(), is_whitespace);
    return text.substr(static_cast<std::size_t>(begin - text.begin()));
}

std::string_view without_trailing_whitespace(std::string_view text)
{
    while (!text.empty() && is_whitespace(text.back()))
        text.remove_suffix(1);
    return text;
}

}
