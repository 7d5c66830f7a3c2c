#pragma once

#include <string>
#include <string_view>

namespace toolkit::text {

// True if the word is not empty and has no character that a POSIX shell could take for something
// else.
bool needs_no_quotes(std::string_view word);

// Returns the word as a POSIX shell reads it back: as it is if it needs no quotes,
// else in single quotes.
std::string shell_word(std::string_view word);

}
