#pragma once

#include "frontends/screen/line.hpp"

#include <string_view>

namespace frontends::screen {

struct Language;

// Colours a block of code by a table of languages: comments, quotes, numbers and words; a diff by
// its lines. An unknown language is not coloured.
class CodeColours {
public:
    // `name` is the first word after the fence.
    explicit CodeColours(std::string_view name, const Palette& palette);

    // Returns the next line of the block, verbatim.
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

// Colours a line of a unified diff.
Line diff_line(const SafeText& line, const Palette& palette);

}
