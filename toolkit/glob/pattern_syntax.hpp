#pragma once

#include <string>
#include <string_view>

namespace toolkit::glob {

// What can be said about a regular expression without compiling it. A literal text has no syntax:
// find() it.

// Does the pattern name this control character (by itself, or as \n, \r, \x0a, \x{a}, \012), be it
// in a class?
bool names_character(std::string_view pattern, char character);

// The same, but not in a class, where it is one of several.
bool requires_character(std::string_view pattern, char character);

// What to write in place of the first thing that other engines have and RE2 lacks (look-around,
// back-references, possessive quantifiers, atomic groups); where there is none, what helps most
// often.
std::string advice_for(std::string_view pattern);

// Throws BAD_PATTERN where the pattern has an edge of a word as grep and others write it, `\<`,
// `\>`, `\b{start` or `\b{end`: RE2 takes it for plain characters. `what` begins the message:
// "cannot search for".
void refuse_foreign_word_edge(std::string_view pattern, const std::string& what);

// The pattern with its last "\Q" closed, so that more may follow.
std::string closed(std::string_view pattern);

}
