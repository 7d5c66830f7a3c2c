#include "folded_line.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace apply_patch::place {

using namespace toolkit;

static bool is_ascii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
        [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
}

std::string_view folded(std::string_view line, Folding folding, std::string& buffer)
{
    switch (folding) {
    case Folding::none: return line;
    case Folding::end_blanks: return text::without_end_blanks(line);
    case Folding::indentation: return text::trimmed(line);
    case Folding::typography: break;
    }
    if (is_ascii(line))
        return text::trimmed(line);
    buffer = text::with_plain_typography(line);
    return text::trimmed(buffer);
}

}
