#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Text of strangers as a terminal may get it: control characters but newlines and tabs, and
// characters that turn the direction of writing, are written as \u{1b}.
std::string for_terminal(std::string_view text);

// For a line that somebody decides by: as for_terminal(), and also written out are newlines,
// characters without a width or that look like a space, overlays, and letters of one alphabet that
// stand in a word of another: "\u{441}onfig". A "\u{" of the text itself becomes "\u{5c}u{". So is
// a space or tab that ends a line of more than itself.
std::string for_decision(std::string_view line);

// Escapes those characters in JSON text, as \u009b, so that its value stays the same.
std::string json_for_terminal(std::string_view json);

// for_terminal() of a text that comes in pieces: a character that a piece ends within waits for the
// next one.
class TerminalText {
public:
    std::string add(std::string_view piece);

private:
    std::string begun; // character
};

// The text without what a reader does not see: control characters but newlines and tabs, characters
// without a width, and those that turn the direction of writing. Joiners and variation selectors
// are among these, since a text can be hidden in them.
std::string without_hidden(std::string_view text);

// Has the text any character that without_hidden() takes out?
bool has_hidden(std::string_view text);

// The columns that a text takes at most: a tab fills up to eight, and a character beyond ASCII may
// take two.
std::size_t width_of(std::string_view text);

// for_decision() of a line in pieces, since a terminal would begin the rest of a long line at its
// edge: the first one takes at most `first` columns, each other one at most `others`.
std::vector<std::string> decision_pieces(
    std::string_view line, std::size_t first, std::size_t others);

}
