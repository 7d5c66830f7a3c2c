#include "fuzz.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <vector>

using namespace toolkit::text;

namespace {

using Units = std::vector<unsigned>;

// An odd byte at the end stands for itself behind 0xDC00.
Units units_of_utf16(std::string_view bytes, ByteOrder order)
{
    Units units;
    const auto byte
        = [&](std::size_t at) -> unsigned { return static_cast<unsigned char>(bytes[at]); };
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2)
        units.push_back(order == ByteOrder::little ? byte(at) + 256 * byte(at + 1)
                                                   : 256 * byte(at) + byte(at + 1));
    if (bytes.size() % 2 != 0)
        units.push_back(0xDC00 + byte(bytes.size() - 1));
    return units;
}

// Of UTF-8 in which surrogates may stand for themselves.
Units units_of_utf8(std::string_view text)
{
    Units units;
    for (std::size_t at = 0; at < text.size();) {
        const unsigned first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        must(at + length <= text.size());
        unsigned character = length == 1 ? first : first & (0x7FU >> length);
        for (std::size_t index = 1; index < length; ++index)
            character = character << 6U | (static_cast<unsigned char>(text[at + index]) & 0x3FU);
        at += length;
        if (character < 0x10000) {
            units.push_back(character);
            continue;
        }
        units.push_back(0xD800 + ((character - 0x10000) >> 10U));
        units.push_back(0xDC00 + ((character - 0x10000) & 0x3FFU));
    }
    return units;
}

bool is_valid(const Units& units)
{
    const auto is_between = [](unsigned unit, unsigned first, unsigned last) {
        return unit >= first && unit <= last;
    };
    for (std::size_t at = 0; at < units.size(); ++at) {
        if (is_between(units[at], 0xDC00, 0xDFFF))
            return false;
        if (is_between(units[at], 0xD800, 0xDBFF)
            && (++at == units.size() || !is_between(units[at], 0xDC00, 0xDFFF)))
            return false;
    }
    return true;
}

}

// Nothing is dropped, added or altered, and what was no text doesn't become one.
void fuzz(std::string_view input)
{
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
        const Units units = units_of_utf16(input, order);
        const std::string text = utf8_from_utf16(input, order);
        must(units_of_utf8(text) == units);
        must(is_utf8(text) == (input.size() % 2 == 0 && is_valid(units)));
    }
}
