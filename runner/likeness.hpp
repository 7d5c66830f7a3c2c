#pragma once

#include <string_view>

// How the beginning of a text is like something, of which more may come.
enum class Likeness { none, may_come, is_there };

Likeness likeness(std::string_view text, std::string_view opening);

// {"name": …, or an array of such objects; also in a code fence.
Likeness likeness_to_json_call(std::string_view text);

// Without the blanks at its beginning.
std::string_view without_blanks(std::string_view text);
