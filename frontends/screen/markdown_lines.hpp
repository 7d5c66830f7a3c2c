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

// The maximum width of prose in columns.
inline constexpr std::size_t max_prose_columns = 100;

// Converts a part of Markdown (a block, or an item of a list) to lines: wrapped between words, code
// unchanged. Letters and digits are those of the source, in their order.
Lines markdown_lines(std::string_view source, const Layout& layout);

// Converts foreign text to lines, wrapped between words.
Lines plain_lines(std::string_view source, const Layout& layout, Style style = {});

// Returns the rows of a line of code. Wraps it if the terminal, when it wraps the line, could begin
// a row with a mark of the screen's own lines.
Lines code_rows(const Line& line, std::size_t columns);

}
