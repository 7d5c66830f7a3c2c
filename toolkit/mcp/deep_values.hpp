#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::mcp {

// A JSON text with null in place of each object and array that is below `max_depth` others, so that
// the rest of it can be read; nothing if there is none. Any text may be given, in linear time; one
// that is no JSON stays none.
std::optional<std::string> without_deep_values(std::string_view text, std::size_t max_depth);

}
