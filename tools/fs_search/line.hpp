#pragma once

#include <cstddef>
#include <string_view>

// Where the line begins that `at` is on.
std::size_t line_begin(std::string_view text, std::size_t at);

// The place of its '\n', or the end of the text.
std::size_t line_end(std::string_view text, std::size_t at);

// The place of the first byte that is not ASCII, or the end of the text.
std::size_t find_beyond_ascii(std::string_view text);

std::size_t count_line_breaks(std::string_view text);
