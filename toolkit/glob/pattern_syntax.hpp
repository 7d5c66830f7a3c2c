#pragma once

#include <string>
#include <string_view>

namespace toolkit::glob {

// Functions that inspect a regular expression without compiling it. For literal text, use find()
// instead.

// Returns true if the pattern names this control character: by itself, or as \n, \r, \x0a, \x{a} or
// \012, also in a class.
bool names_character(std::string_view pattern, char character);

// Like names_character(), except that characters in a class, which are alternatives, do not count.
bool requires_character(std::string_view pattern, char character);

// Returns a hint on how to replace the first construct that other engines have and RE2 lacks
// (look-around, back-references, possessive quantifiers, atomic groups). If there is none, returns
// the advice that helps most often.
std::string advice_for(std::string_view pattern);

// Throws BAD_PATTERN if the pattern has a word boundary in the syntax of grep and others, `\<`,
// `\>`, `\b{start` or `\b{end`, which RE2 would read as plain characters. `what` is the beginning
// of the message: "cannot search for".
void refuse_foreign_word_edge(std::string_view pattern, const std::string& what);

// Returns the pattern with its last "\Q" closed, so that more can be appended.
std::string closed(std::string_view pattern);

}
