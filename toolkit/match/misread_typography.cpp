#include "toolkit/match/misread_typography.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace toolkit::match {

namespace {

// Calls `visit` with each typographic character and its place in the plain form.
template<class Visit>
void visit_typography(std::string_view text, const Visit& visit)
{
    std::size_t returns = 0; // of CRLF, which the plain form does not have
    std::size_t plain = 0;
    for (std::size_t at = 0;;) {
        const std::size_t next = text::find_typographic(text, at);
        for (std::size_t place = text.find("\r\n", at); place < next;
             place = text.find("\r\n", place + 1))
            ++returns;
        plain += next - at;
        if (next == text.size())
            return;
        const text::TypographicCharacter& found = *text::typographic_character(text.substr(next));
        visit(found, plain - returns);
        plain += found.plain.size();
        at = next + found.character.size();
    }
}

}

void MisreadTypography::learn(std::string_view written, std::string_view there)
{
    std::map<std::size_t, std::string_view> in_file; // by each place that they cover
    visit_typography(there, [&](const text::TypographicCharacter& found, std::size_t place) {
        for (std::size_t at = place; at < place + std::max<std::size_t>(found.plain.size(), 1);
             ++at)
            in_file.emplace(at, found.character);
    });
    visit_typography(written, [&](const text::TypographicCharacter& found, std::size_t place) {
        (in_file.count(place) > 0 ? meant : misread).insert(found.character);
    });
}

std::string MisreadTypography::corrected(std::string_view text) const
{
    std::string result;
    for (std::size_t at = 0;;) {
        const std::size_t next = text::find_typographic(text, at);
        result += text.substr(at, next - at);
        if (next == text.size())
            return result;
        const text::TypographicCharacter& found = *text::typographic_character(text.substr(next));
        const bool is_misread
            = misread.count(found.character) > 0 && meant.count(found.character) == 0;
        result += is_misread ? found.plain : found.character;
        at = next + found.character.size();
    }
}

}
