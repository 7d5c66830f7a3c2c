#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Returns untrusted text in a form that is safe for a terminal: control characters other than
// newlines and tabs, characters without a width, and characters that change the direction of
// writing are written as \u{1b}. Joiners and variation selectors stay.
std::string for_terminal(std::string_view text);

// Returns a line in a form that hides nothing from a person who decides by it. Like for_terminal(),
// and also escapes newlines, joiners and variation selectors, unassigned characters, characters
// that look like a space, overlays, further marks on a letter that has two, letters of another
// alphabet in a word with Latin letters ("\u{441}onfig"), and a space or tab at the end of a line
// that has more than that. A "\u{" of the text itself becomes "\u{5c}u{".
std::string for_decision(std::string_view line);

// Escapes the characters that for_terminal() escapes in JSON text, as \u009b, so that the value of
// the JSON stays the same.
std::string json_for_terminal(std::string_view json);

// for_terminal() for a text that arrives in pieces: a character that is cut at the end of a piece
// is kept for the next piece.
class TerminalText {
public:
    std::string add(std::string_view piece);

private:
    std::string begun; // the beginning of a character
};

// Returns the text without the characters that a reader does not see: those that for_terminal()
// escapes, and joiners and variation selectors, since text can be hidden in them.
std::string without_hidden(std::string_view text);

// Returns true if the text has a character that without_hidden() removes.
bool has_hidden(std::string_view text);

// Returns the number of columns that a text takes at most: a tab takes up to 8, and a character
// beyond ASCII may take 2.
std::size_t width_of(std::string_view text);

// Returns for_decision() of a line in pieces of limited width, since a terminal would continue a
// long line at its left edge. The first piece takes at most `first` columns, the others at most
// `others`.
std::vector<std::string> decision_pieces(
    std::string_view line, std::size_t first, std::size_t others);

}
