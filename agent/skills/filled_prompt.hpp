#pragma once

#include <string>
#include <string_view>

namespace agent::skills {

// Returns the text with its placeholders filled in: $ARGUMENTS is all arguments, $1 to $9 are words
// of them, of which quotes are taken off (the last of these placeholders also takes the words after
// its own, unless the text has $ARGUMENTS), and $NAME, in capitals, is the VALUE of an argument
// NAME=VALUE. A word that is missing is empty; a $NAME that is not given, and a placeholder after a
// backslash, stay as they are. Arguments for which the text has no placeholder follow it. What is
// filled in is not read again. Throws TOO_LARGE if the result has more than 1 MiB.
std::string filled_prompt(std::string_view body, std::string_view arguments);

}
