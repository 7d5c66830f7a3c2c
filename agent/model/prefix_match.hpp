#pragma once

#include <string_view>

namespace agent::model {

// The result of checking whether a text that is still growing begins with another one. `may_come`:
// the text is too short to decide.
enum class PrefixMatch { no, partial, full };

PrefixMatch presence(std::string_view text, std::string_view opening);

// Checks whether a text begins with a call in JSON or in Python: {"name": …, an array of calls, or
// [NAME(…, also in a code fence.
PrefixMatch presence_of_json_call(std::string_view text);

// Returns the text without the whitespace at its beginning.
std::string_view without_leading_whitespace(std::string_view text);

}
