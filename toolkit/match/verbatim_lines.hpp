#pragma once

#include "toolkit/text/lines.hpp"

#include <string>
#include <vector>

namespace toolkit::match {

// New lines before and after they were indented as a file is; `old` are those that they replace.
struct Reindented {
    const std::vector<text::Line>& old;
    const std::vector<text::Line>& added;
    const std::vector<std::string>& indented;
};

// Does the new indentation alter a text rather than a program? That is a new line of a
// here-document whose end is at the margin (`<<EOF`), and one of a string of several lines
// (`"""`, `'''`, a backtick) that is less deep than the line in which the string begins.
bool alters_verbatim_lines(const Reindented& lines);

}
