#include "toolkit/tool/parameter.hpp"

#include <algorithm>
#include <cctype>

namespace toolkit::tool {

static bool is_not_empty(std::string_view text) { return !text.empty(); }

static bool is_sha256(std::string_view text)
{
    return text.size() == 64 && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
        return letter < 0x80 && std::isxdigit(letter) != 0;
    });
}

static bool is_octal_mode(std::string_view text)
{
    const std::string_view digits = text.size() == 4 && text[0] == '0' ? text.substr(1) : text;
    return digits.size() == 3 && std::all_of(digits.begin(), digits.end(), [](char digit) {
        return digit >= '0' && digit <= '7';
    });
}

const TextFormat path_format {
    nullptr, is_not_empty, "", "send a path relative to the workspace; '.' is its root"};

const TextFormat sha256_format {"^[0-9a-fA-F]{64}$", is_sha256, "64 hexadecimal digits", ""};

const TextFormat octal_mode_format {
    "^0?[0-7]{3}$", is_octal_mode, "three octal digits", "such as \"0644\" or \"0755\""};

}
