#pragma once

#include <cstddef>
#include <string_view>

namespace toolkit::json {

// The bytes of the object or array at the beginning of a text, by its brackets and quotes; 0 if
// there is none that is closed, or it nests deeper than 64. What is between them need not be JSON.
// Linear in the size of the text.
std::size_t extent_of_value(std::string_view text);

}
