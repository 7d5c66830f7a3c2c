#pragma once

#include "match.hpp"

#include <optional>
#include <string_view>

// What is to be changed: the whole text, and the old and the new text as they were written.
struct Change {
    std::string_view text;
    std::string_view old_text;
    std::string_view new_text;
};

// What takes the place of a match, by how it was found. Those of lines and tokens are indented as the file
// is; nothing where the matched lines do not tell how.
Replacement replace_exact(const Change& change, Match match);
std::optional<Replacement> replace_lines(const Change& change, Match match);
std::optional<Replacement> replace_tokens(const Change& change, Match match);

// The same where the new text has been made for this match alone.
Replacement replace_with(std::string_view text, Match match, std::string_view new_text);
