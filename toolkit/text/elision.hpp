#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

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

}
