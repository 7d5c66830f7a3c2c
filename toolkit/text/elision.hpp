#pragma once

#include "toolkit/text/text.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// At most `most` bytes and an ellipsis, cut between characters of UTF-8; as it is if it has no
// more.
inline std::string shortened(const std::string& text, std::size_t most)
{
    return text.size() <= most ? text : text.substr(0, utf8_boundary(text, most)) + "…";
}

// A text, the one in its place, and the file in which that is done, before it is done.
struct Substitution {
    std::string_view old_text;
    std::string_view new_text;
    std::string_view file;
    std::size_t line = 0; // of the file, from 1, at which the new text begins; 0: not known
};

// The first line of the new text that stands for lines of the old text, which would be lost: a
// placeholder (see placeholder.hpp) that the file does not have, if at its place at least two lines
// more are lost than new ones come. One that says so beyond doubt is it, too, if the new text lacks
// more than two lines of the old one, wherever. Dots that are a whole body, as Python has them, are
// none.
std::optional<std::string> find_elision(const Substitution& substitution);

// Does `content` lack more than two lines that `before` has?
bool loses_lines(std::string_view before, std::string_view content);

// These cut a long text of which the beginning and the end are shown: between lines if one ends in
// the half that is nearer to the cut, otherwise between characters of UTF-8. Bytes that are not
// UTF-8 are cut anywhere.

// Returns the end of the beginning that is shown, which has at most `max` bytes.
std::size_t end_of_head(std::string_view text, std::size_t max);

// Returns the start of the end that is shown, which has at most `max` bytes. The text must have at
// least `max` bytes.
std::size_t begin_of_tail(std::string_view text, std::size_t max);

}
