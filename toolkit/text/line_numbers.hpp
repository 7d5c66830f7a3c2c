#pragma once

#include <string_view>

namespace toolkit::text {

// The number that a tool which shows a file puts in front of a line, with what separates the two: "
// 1\u2192", "12 |", "7:", "3\t". Empty if there is none.
std::string_view number_before(std::string_view line);

}
