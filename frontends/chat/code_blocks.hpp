#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

// The contents of the fenced code blocks of a Markdown text, in their order, each with its last
// newline. Those within lists too, without their indentation; the last one may have no end.
std::vector<std::string> code_blocks(std::string_view markdown);

}
