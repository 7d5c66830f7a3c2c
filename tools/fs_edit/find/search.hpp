#pragma once

#include "match.hpp"

#include <string_view>

namespace fs_edit::find {

// Where some text stands in a file, one function for each way to look. They are pure. Searches that
// repeated text would make too long throw TOO_LARGE.

// Byte for byte, except that LF and CRLF are the same, and that the end of the file is as good as a
// line break at the end of the wanted text.
Matches find_exact(std::string_view text, std::string_view wanted);

// Whole lines, compared without indentation and trailing blanks. Nothing is found of a text that is
// all blank. The match has the line's indentation in it, and its line break where the wanted text
// has one.
Matches find_lines(std::string_view text, std::string_view wanted);

// Tokens (words, and other characters one by one), compared without the blanks and line breaks
// between them. The match begins with the first token and ends with the last.
Matches find_tokens(std::string_view text, std::string_view wanted);

// The same where those blanks make no difference: see with_same_meaning().
Matches find_same_tokens(std::string_view text, std::string_view wanted);

}
