#pragma once

#include "toolkit/text/lines.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fs_edit::replace {

using namespace toolkit;

// The old text's lines and those of the file that they match, one by one but for their indentation.
struct IndentationExample {
    const std::vector<text::Line>& written;
    const std::vector<text::Line>& file;
    const std::vector<text::Line>& whole; // the file, or what is around the lines
};

struct Indented {
    std::optional<std::vector<std::string>>
        lines; // nothing if it is not clear how they are to be indented
    std::optional<std::vector<std::string>> shifted; // then: as the example's are, if it may be so
    std::optional<std::vector<std::string>>
        stepped; // then: in as many steps of the file, if that may be meant, too
};

// The fresh lines, indented as the file is: as they are if they are indented so (see
// indentation_style()), else as the lines of the example are. Blank ones stay as they are. Nothing
// if that is not clear, or if the example does not say how: it maps one indentation to two, or says
// nothing of one that is needed.
//
// A first line that was written without its indentation while the others have theirs is taken for
// one that was cut behind it.
Indented indent_as_file(const IndentationExample& example, const std::vector<text::Line>& fresh);

// How a depth becomes one of the file that no line of the example has: only if that is certain; off
// by as much; in as many steps.
enum class NewDepths { certain, moved, stepped };

// The fresh lines, indented as the lines of the example are. Nothing if that says nothing of one of
// them.
std::optional<std::vector<std::string>> shift_lines(
    const IndentationExample& example, const std::vector<text::Line>& fresh, NewDepths depths);

}
