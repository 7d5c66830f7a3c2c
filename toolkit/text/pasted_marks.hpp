#pragma once

#include "toolkit/text/elision.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// Marks in a new text that come from the way it was copied or sent, and do not belong in the file.
struct PastedMarks {
    // Describes the marks for a message: "the '+' of a diff before a line: '+  x'".
    std::string words;
    std::string plain; // the new text without them
};

// Finds these marks in the lines that the new text adds, if the file has nothing like them:
// - the '+' of a diff before a line, or the '-' before an indented line of the old text,
// - a backslash and an 'n' outside quotes where a newline brings back a line of the old text, or
//   brings an indented line,
// - a backslash and a 't' for the indentation of a line where the file has tabs,
// - a backslash before each double quote, backtick or "${", where the old text has none,
// - entities of HTML (not in a file that may have them, judged by its name), or "\u003c", "\u003e"
//   and "\u0026" outside quotes, in place of characters,
// - the end of a call or of a search-and-replace block,
// - a code fence around the text (not in a file of prose, judged by its name),
// - the line numbers of a listing.
std::optional<PastedMarks> find_pasted_marks(
    const Substitution& substitution, std::string_view name);

}
