#pragma once

#include <string>
#include <string_view>

namespace apply_patch::place {

// What lines are compared without; each takes away what the one before does, too.
enum class Folding { none, end_blanks, indentation, typography };

// A view into the line, or into `buffer` if that would be another text: valid until either of them
// changes.
std::string_view folded(std::string_view line, Folding folding, std::string& buffer);

}
