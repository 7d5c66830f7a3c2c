#pragma once

#include "toolkit/match/reindentation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

// New lines, indented as a file is.
struct Indented {
    // Nullopt if it is not clear how they are to be indented.
    std::optional<std::vector<std::string>> lines;
    // Then: as the example's are, and in as many steps of the file, if that may be meant.
    std::optional<std::vector<std::string>> shifted;
    std::optional<std::vector<std::string>> stepped;
};

// Returns the lines `more` of the example, indented as the file is: as they are if they have its
// indentation (see indentation_style()), else as the other lines of the example are. Lines that are
// all whitespace stay as they are. None if that is not clear, or if the example does not say how:
// it maps one indentation to two, or says nothing of one that is needed.
//
// A first line that was written without its indentation while the others have theirs is taken for
// one that was cut after it.
Indented indent_as_file(const IndentationExample& example);

// Returns the lines `more` of the example, indented as its other lines are. Nullopt if that says
// nothing of one of them.
std::optional<std::vector<std::string>> shift_lines(
    const IndentationExample& example, NewDepths depths);

// A text that was written without the indentation of its first line, which is before the match in
// the file.
struct CutText {
    std::string_view indentation; // of that line
    const std::vector<text::Line>& there; // the lines of the match, the first one without it
    const std::vector<text::Line>& added; // those in their place
};

// Are the added lines after the first indented as the file is, beyond doubt? They may as well be
// meant to be as deep as the first one, or deeper: then they are less deep than it, or not one step
// deeper after one that opens a block. A line of the match that they repeat shows that they are as
// the file is. A first line with an indentation of its own is in doubt.
bool is_indented_as_file(const CutText& cut);

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
