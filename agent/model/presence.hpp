#pragma once

#include <string_view>

namespace agent::model {

// Whether a text begins with something, or may when more of it comes.
enum class Presence { none, may_come, is_there };

Presence presence(std::string_view text, std::string_view opening);

// {"name": …, an array of such objects, or [NAME(…; also in a code fence.
Presence presence_of_json_call(std::string_view text);

// Without the blanks at its beginning.
std::string_view without_blanks(std::string_view text);

}
