#pragma once

#include "toolkit/match/search.hpp"

#include <cstdint>
#include <string_view>

namespace fs_edit {

using namespace toolkit;

// The change that inserts whole lines after a line of the text, counted from 1; 0: at the
// beginning, after a byte order mark. They get the newlines of the line before, else of the text. A
// last line of the text without a newline gets one, and then the last new line has one only if it
// was written with one.
//
// Throws BAD_REQUEST if the text has fewer lines, and UNSUPPORTED for UTF-16. `name` is how
// messages call the file.
match::Replacement insert_lines(std::string_view text, std::string_view new_text,
    std::int64_t after_line, std::string_view name);

// How many lines a text has that insert_lines() counts.
std::int64_t count_lines(std::string_view text);

}
