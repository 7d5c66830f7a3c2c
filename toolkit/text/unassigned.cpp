#include "toolkit/text/unassigned.hpp"

#include <re2/re2.h>

#include <array>

namespace toolkit::text {

static re2::StringPiece written_as_utf8(char32_t character, std::array<char, 4>& bytes)
{
    const auto value = static_cast<unsigned>(character);
    if (value < 0x800) {
        bytes = {
            static_cast<char>(0xc0U | (value >> 6U)), static_cast<char>(0x80U | (value & 0x3fU))};
        return {bytes.data(), 2};
    }
    const std::size_t size = value < 0x10000 ? 3 : 4;
    for (std::size_t at = size - 1, shift = 0; at > 0; --at, shift += 6)
        bytes[at] = static_cast<char>(0x80U | ((value >> shift) & 0x3fU));
    bytes[0] = static_cast<char>(size == 3 ? 0xe0U | (value >> 12U) : 0xf0U | (value >> 18U));
    return {bytes.data(), size};
}

bool is_unassigned(char32_t character)
{
    static constexpr char32_t first = 0x378; // the first unassigned character
    const bool is_frequent = character < first || (character >= 0x4e00 && character < 0x9ffd)
        || (character >= 0xac00 && character < 0xd7a4);
    if (is_frequent || character > 0x10ffff)
        return false;
    // RE2 has the tables. Its category C does not include unassigned characters.
    static const RE2 assigned("[\\pL\\pM\\pN\\pP\\pS\\pZ\\pC]");
    std::array<char, 4> bytes {};
    return !RE2::FullMatch(written_as_utf8(character, bytes), assigned);
}

}
