#include "toolkit/text/hexadecimal.hpp"

namespace toolkit::text {

std::string hexadecimal(std::span<const unsigned char> bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes)
        text += {digits[byte >> 4U], digits[byte & 15U]};
    return text;
}

}
