#pragma once

#include <string_view>

namespace toolkit::text {

// Determines whether a line is a placeholder for lines that were left out, such as "// ... existing
// code ..." or "# rest of the file unchanged". Recognises comments of any programming language.
// Their words must be English, unless dots begin and end the comment. `perhaps`: it may also be a
// line that is intended, such as "...", "// other methods", "[rest of function]" or
// "pass  # unchanged".
enum class StandsForLines { no, perhaps, surely };
StandsForLines stands_for_lines(std::string_view line);

// Returns true if the line is nothing but three dots, or the one character for them.
bool is_ellipsis(std::string_view line);

}
