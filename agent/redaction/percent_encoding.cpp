#include "agent/redaction/percent_encoding.hpp"

namespace agent::redaction {

static int hex_digit(char c)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t at = digits.find(static_cast<char>(c | 0x20));
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

std::string percent_decoded(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const int high = at + 2 < text.size() && text[at] == '%' ? hex_digit(text[at + 1]) : -1;
        const int low = high < 0 ? -1 : hex_digit(text[at + 2]);
        result += low < 0 ? text[at] : static_cast<char>(high * 16 + low);
        at += low < 0 ? 0 : 2;
    }
    return result;
}

}
