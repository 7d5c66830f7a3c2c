#include "toolkit/text/windows_1252.hpp"

#include "toolkit/text/first_character.hpp"
#include "toolkit/text/utf16.hpp"

#include <algorithm>
#include <array>

namespace toolkit::text {

// The characters of 0x80 to 0x9F.
static constexpr std::array<char32_t, 32> c1_characters {0x20AC, 0x81, 0x201A, 0x192, 0x201E,
    0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018,
    0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
    0x17E, 0x178};
static constexpr unsigned first_other = 0x80;
static constexpr unsigned after_others = 0xA0;

bool is_name_of_windows_1252(std::string_view name)
{
    return name == "latin-1" || name == "iso-8859-1" || name == "windows-1252" || name == "cp1252";
}

std::string from_windows_1252(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 8);
    for (const char letter : bytes) {
        const auto byte = static_cast<unsigned char>(letter);
        append_utf8(text,
            byte >= first_other && byte < after_others ? c1_characters.at(byte - first_other)
                                                       : byte);
    }
    return text;
}

std::optional<std::string> to_windows_1252(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto [character, size] = first_character(text.substr(at));
        at += size;
        const auto* const other = std::find(c1_characters.begin(), c1_characters.end(), character);
        if (other != c1_characters.end())
            bytes += static_cast<char>(
                first_other + static_cast<unsigned>(other - c1_characters.begin()));
        else if (character < first_other || (character >= after_others && character <= 0xFF))
            bytes += static_cast<char>(character);
        else
            return std::nullopt;
    }
    return bytes;
}

}
