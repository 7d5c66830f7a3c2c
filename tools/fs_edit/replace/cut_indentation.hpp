#pragma once

#include "toolkit/text/lines.hpp"

#include <string_view>
#include <vector>

namespace fs_edit::replace {

using namespace toolkit;

// A text that was written without the indentation of its first line, which stands before the match
// in the file.
struct CutText {
    std::string_view indentation; // of that line
    const std::vector<text::Line>& there; // the lines of the match, the first one without it
    const std::vector<text::Line>& fresh; // those in their place
};

// Are the fresh lines behind the first indented as the file is, beyond doubt? They may as well be
// meant to be as deep as the first one, or deeper: then they are less deep than it, or not one step
// deeper behind one that opens a block. A line of the match that they repeat shows that they are as
// the file is. A first line with an indentation of its own is in doubt.
bool is_indented_as_file(const CutText& cut);

}
