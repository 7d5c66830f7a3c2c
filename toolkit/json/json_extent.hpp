#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::json {

// The bytes of the object or array at the beginning of a text, by its brackets and quotes; 0 if
// there is none that is closed, or it nests deeper than 64. What is between them need not be JSON.
// Linear in the size of the text.
std::size_t extent_of_value(std::string_view text);

// The text with null in place of each object and array that lies in `max_depth` others or more;
// nothing if there is none. By brackets and quotes, too: it makes JSON that nests too deep for a
// parser into JSON that does not, and leaves the rest as it is. Linear in the size of the text.
std::optional<std::string> without_depth(std::string_view text, std::size_t max_depth);

}
