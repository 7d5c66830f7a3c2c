#pragma once

#include "match.hpp"

#include <string>
#include <string_view>
#include <variant>

// What is to be changed: the whole text, and the old and the new text as they were written.
struct Change {
    std::string_view text;
    std::string_view old_text;
    std::string_view new_text;
};

// The new text indented as the lines of the old one are, if its own indentation may be meant, too.
struct Unclear {
    std::string shifted; // empty if there is no such text
};

using Replaced = std::variant<Replacement, Unclear>;

// What takes the place of a match, by how it was found. Those of lines and tokens are indented as the file
// is, if that is clear.
Replacement replace_exact(const Change& change, Match match);
Replaced replace_lines(const Change& change, Match match);
Replaced replace_tokens(const Change& change, Match match);

// The same where the new text has been made for this match alone.
Replacement replace_with(std::string_view text, Match match, std::string_view new_text);
