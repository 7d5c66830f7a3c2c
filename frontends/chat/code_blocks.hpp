#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

// Returns the contents of the fenced code blocks in a Markdown text, in order, each with its last
// newline. Blocks in lists are included, without their indentation. The last block may be
// unterminated.
std::vector<std::string> code_blocks(std::string_view markdown);

}
