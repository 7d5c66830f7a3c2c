#pragma once

#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <string_view>

namespace fs_search {

// The place of the '\n' of the line that `at` is on, or the end of the text.
std::size_t line_end(std::string_view text, std::size_t at);

// The place of the first byte that is not ASCII, or the end of the text.
std::size_t find_beyond_ascii(std::string_view text);

std::size_t count_newlines(std::string_view text);

}
