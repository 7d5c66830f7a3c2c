#pragma once

#include "frontends/screen/line.hpp"

#include <string_view>

namespace frontends::screen {

struct Language;

// The colours of a block of code, by one table: comments, quotes, numbers and words; a diff by its
// lines. What the table does not have is not coloured.
class CodeColours {
public:
    // The first word of what follows the fence.
    explicit CodeColours(std::string_view name, const Palette& palette);

    // The next line of the block, verbatim.
    Line line(const SafeText& code);

private:
    std::size_t token(std::string_view rest, Style& style);
    std::size_t quoted(std::string_view rest);

    const Palette& palette;
    const Language* language;
    bool is_diff;
    std::string_view open_until = {}; // the end of a comment or text of several lines
    bool is_comment_open = false;
};

// A line of a unified diff.
Line diff_line(const SafeText& line, const Palette& palette);

}
