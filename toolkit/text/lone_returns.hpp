#pragma once

#include <string>
#include <string_view>

namespace toolkit::text {

// A file whose lines end in a carriage return (CR) alone is edited as if they ended in a line feed:
// each byte keeps its place.

// Does the file have such lines, and no line feed?
bool has_lone_returns(std::string_view file);

// With LF in place of CR and CRLF.
std::string with_line_feeds(std::string_view text);

// With CR in place of LF.
void put_returns(std::string& text);

}
