#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// The first line of `content` that stands for lines that were left out, such as "// ... existing
// code ..." or "# rest of the file unchanged", and that `before` does not contain. Comments of any
// programming language; beside English, any language if dots begin and end the comment.
std::optional<std::string> find_placeholder(std::string_view content, std::string_view before);

// Does `content` lack more than two lines that `before` has?
bool loses_lines(std::string_view before, std::string_view content);

}
