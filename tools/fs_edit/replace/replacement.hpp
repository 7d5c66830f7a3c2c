#pragma once

#include "toolkit/match/indented_lines.hpp"
#include "toolkit/match/search.hpp"
#include "toolkit/text/lines.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fs_edit::replace {

using namespace toolkit;

// A change to a text: the whole text, and the old and the new text as they were written.
struct Change {
    std::string_view text;
    std::string_view old_text;
    std::string_view new_text;
};

// Whether the match includes the indentation of its first line.
enum class FirstLine { whole, cut };

// The property of the new text that cannot be derived from the match and the old text.
enum class Doubt { indentation, gaps };

// The possible readings of the new text, if its indentation is ambiguous. `shifted` is indented
// like the lines of the old text in the file.
struct AmbiguousReplacement {
    std::string shifted; // empty if there is no such reading
    std::string as_written; // empty if it is the new text itself
    // The text with as many indentation steps as written, in the step size of the file; empty if
    // there is no such reading.
    std::string stepped;
    FirstLine first_line = FirstLine::whole;
    Doubt doubt = Doubt::indentation;
};

// Returns the readings of an ambiguous indentation.
AmbiguousReplacement unclear(const match::Indented& indented);

using Replaced = std::variant<match::Replacement, AmbiguousReplacement>;

// Returns the lines within 256 KiB around a match, to detect how the text is indented.
std::vector<text::Line> surroundings(std::string_view text, match::Match match);

// Return the replacement of a match, depending on how it was found. replace_as_it_is() inserts the
// new text as written. The others indent it like the file, or return Unclear if its indentation or
// its whitespace is ambiguous. An exact match that begins after the indentation of its line counts
// as FirstLine::cut.
match::Replacement replace_as_it_is(const Change& change, match::Match match);
Replaced replace_exact(const Change& change, match::Match match);
Replaced replace_typographic(const Change& change, match::Match match);
Replaced replace_lines(const Change& change, match::Match match);
// Like replace_lines(). If that is unclear and the old text is a single line, shifts the new lines
// by the same distance as that line.
Replaced replace_lines_shifted(const Change& change, match::Match match);
Replaced replace_tokens(const Change& change, match::Match match);

// Returns the replacement of a match by a text that was made for this match. Only the line endings
// are adapted to the file.
match::Replacement replace_with(
    std::string_view text, match::Match match, std::string_view new_text);

}
