#pragma once

#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string_view>

namespace frontends::screen {

enum class Tables { drawn, as_source };

struct Layout {
    std::size_t columns;
    const Palette& palette;
    Tables tables = Tables::drawn;
};

// Prose is broken at so many columns at most.
inline constexpr std::size_t max_prose_columns = 100;

// A part of Markdown (a block, or an item of a list) as lines: broken between words, code as it
// is. Letters and digits are those of the source in their order.
Lines markdown_lines(std::string_view source, const Layout& layout);

// Lines of strangers as they are, broken between words.
Lines plain_lines(std::string_view source, const Layout& layout, Style style = {});

// A line of code; broken if the terminal, when it breaks it, could begin a row with a mark that the
// screen's own lines have.
Lines code_rows(const Line& line, std::size_t columns);

}
