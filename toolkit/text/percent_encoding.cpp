#include "toolkit/text/percent_encoding.hpp"

#include <charconv>

namespace toolkit::text {

std::string hexadecimal(std::span<const unsigned char> bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes)
        text += {digits[byte >> 4U], digits[byte & 15U]};
    return text;
}

std::optional<char> percent_escape(std::string_view text, std::size_t at)
{
    if (at + 2 >= text.size() || text[at] != '%')
        return {};
    const char* const end = text.data() + at + 3;
    unsigned char byte = 0;
    if (std::from_chars(text.data() + at + 1, end, byte, 16).ptr != end)
        return {};
    return static_cast<char>(byte);
}

std::string percent_decoded(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::optional<char> escaped = percent_escape(text, at);
        result += escaped.value_or(text[at]);
        at += escaped ? 2 : 0;
    }
    return result;
}

std::string percent_encoded(char byte)
{
    static constexpr std::string_view digits = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    return {'%', digits[value >> 4U], digits[value & 15U]};
}

}
