#pragma once

#include <string>
#include <string_view>

namespace toolkit::text {

// Returns true if the word is not empty and has no character with a special meaning in a POSIX
// shell.
bool needs_no_quotes(std::string_view word);

// Returns the word in a form that a POSIX shell reads as this word: unchanged if it needs no
// quotes, otherwise in single quotes.
std::string shell_word(std::string_view word);

}
