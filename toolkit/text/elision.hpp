#pragma once

#include "toolkit/text/text.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// Returns at most `most` bytes of the text, followed by an ellipsis, cut between UTF-8 characters.
// A text that is not longer is returned unchanged.
inline std::string shortened(const std::string& text, std::size_t most)
{
    return text.size() <= most ? text : text.substr(0, utf8_boundary(text, most)) + "…";
}

// A text to be replaced, its replacement, and the file before the change.
struct Substitution {
    std::string_view old_text;
    std::string_view new_text;
    std::string_view file;
    // The line of the file at which the new text begins, 1-based; 0 if unknown.
    std::size_t line = 0;
};

// Returns the first line of the new text that is a placeholder for lines of the old text, which
// would be lost. A placeholder (see placeholder.hpp) counts if the file does not have it, and at
// its place at least two more lines are lost than new ones are added. A certain placeholder also
// counts if the new text lacks more than two lines of the old text anywhere. Dots that are the
// whole body of a Python function do not count.
std::optional<std::string> find_elision(const Substitution& substitution);

// Returns true if `content` lacks more than two lines that `before` has.
bool loses_lines(std::string_view before, std::string_view content);

// The functions below cut a long text, of which the beginning and the end are shown. They cut
// between lines if there is a newline in the half of the shown part that is nearer to the cut,
// otherwise between UTF-8 characters. Bytes that are not UTF-8 are cut anywhere.

// Returns the end of the beginning that is shown, which has at most `max` bytes.
std::size_t end_of_head(std::string_view text, std::size_t max);

// Returns the start of the end that is shown, which has at most `max` bytes. The text must have at
// least `max` bytes.
std::size_t begin_of_tail(std::string_view text, std::size_t max);

}
