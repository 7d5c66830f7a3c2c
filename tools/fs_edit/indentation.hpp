#pragma once

#include "toolkit/lines.hpp"

#include <optional>
#include <string>
#include <vector>

// The old text's lines and those of the file that they match, one by one but for their indentation.
struct IndentationExample {
    const std::vector<Line>& written;
    const std::vector<Line>& file;
    const std::vector<Line>& whole; // the file, or what is around the lines
};

// The fresh lines, written as those of the example, indented as the file is; blank ones stay as they are.
// Nothing where the example does not say how: it maps one indentation to two, or says nothing of one that is
// needed.
//
// A first line that was written without its indentation while the others have theirs is taken for one that
// was cut behind it.
std::optional<std::vector<std::string>> indent_as_file(
    const IndentationExample& example, const std::vector<Line>& fresh);
