#pragma once

#include "toolkit/match/reindentation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::match {

// New lines in the indentation of a file.
struct Indented {
    // Nullopt if the indentation is ambiguous.
    std::optional<std::vector<std::string>> lines;
    // The other readings, set only if `lines` is not, and only if the example allows them:
    // `shifted` moves the lines by the same distance as the example's; `stepped` keeps their number
    // of indentation steps.
    std::optional<std::vector<std::string>> shifted;
    std::optional<std::vector<std::string>> stepped;
};

// Returns the lines `more` of the example in the indentation of the file: unchanged if they already
// have it (see indentation_style()), otherwise with each indentation translated as the example
// shows. Lines without text never change. The result is ambiguous if the style is unclear, or if
// the example does not determine a translation: it maps one indentation to two, or lacks one that
// is needed.
//
// If the first old line was written without its indentation but the others have theirs, the text is
// assumed to have been copied from the first line's text on, and the first new line is assumed to
// lack its indentation, too.
Indented indent_as_file(const IndentationExample& example);

// Returns the lines `more` of the example with each indentation translated as the example shows.
// Returns nullopt if the example maps one indentation to two, or has no translation for one of the
// lines.
std::optional<std::vector<std::string>> shift_lines(
    const IndentationExample& example, UnknownDepthPolicy depths);

// A text that was written without the indentation of its first line. In the file, that indentation
// is before the match.
struct CutText {
    std::string_view indentation; // indentation of the first line
    // The lines of the match, the first one without its indentation.
    const std::vector<text::Line>& there;
    const std::vector<text::Line>& added; // the lines that replace them
};

// Returns true if the added lines after the first one are certainly indented like the file. It is
// not certain if they may be meant relative to the first line: they are less deep than it, or not
// exactly one step deeper although it opens a block. An added line that repeats a line of the match
// makes it certain. A first line that has an indentation of its own makes it uncertain.
bool is_indented_as_file(const CutText& cut);

// New lines before and after they were given the indentation of a file. `old` are the lines that
// they replace.
struct Reindented {
    const std::vector<text::Line>& old;
    const std::vector<text::Line>& added;
    const std::vector<std::string>& indented;
};

// Returns true if the new indentation changes a text in the program rather than the program: a new
// line of a here-document whose end is at the margin (`<<EOF`), or a line of a multi-line string
// (`"""`, `'''`, a backtick) that is less deep than the line in which the string begins.
bool alters_verbatim_lines(const Reindented& lines);

}
