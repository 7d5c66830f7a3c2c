#pragma once

#include <string_view>

namespace toolkit::text {

// Does a line stand for lines that were left out, such as "// ... existing code ..." or "# rest of
// the file unchanged"? Comments of any programming language; beside English, any language if dots
// begin and end the comment. `perhaps`: it may as well be a line of its own, such as "...",
// "// other methods", "[rest of function]" or "pass  # unchanged".
enum class StandsForLines { no, perhaps, surely };
StandsForLines stands_for_lines(std::string_view line);

// Three dots, or the one character for them, and nothing else?
bool is_ellipsis(std::string_view line);

}
