#pragma once

#include "toolkit/match/search.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fs_edit {

using namespace toolkit;

enum class MatchMode { automatic, exact, flexible, regex };
enum class Which { the_only_one, all };

struct EditSpec {
    std::string_view old_text; // an RE2 pattern if the mode is regex
    std::string_view new_text;
    MatchMode mode = MatchMode::automatic;
    Which which = Which::the_only_one;
};

// How the old text was found. `exact`: byte for byte, except for LF and CRLF. `lines`: by lines,
// ignoring indentation and trailing whitespace. `tokens`: by tokens, ignoring whitespace between
// them that makes no difference. `typography`: with plain characters in place of typographic ones.
// `listing`: without the line numbers of a listing. `regex`: by a pattern. `insert` and `create`
// have no old text: lines were inserted, or an empty file was filled.
enum class Strategy { exact, lines, tokens, typography, listing, regex, insert, create };

struct Edited {
    std::string text; // the text after the edit
    Strategy strategy;
    std::vector<match::Replacement> replacements; // in the order of the text
};

// Returns the text with the old text replaced by the new one. Pure function. `name` identifies the
// file in messages.
//
// Bytes outside the match are unchanged. Within the match, lines that are in both the old and the
// new text are unchanged, too. New lines get the line endings of the lines that they replace or
// follow. If the two texts differ only in their line endings, and those of the old text are those
// of the file, the line endings are changed. In a file whose lines end with CR alone, new lines do,
// too. A byte order mark is not part of the text, unless both the file and the old text have one.
//
// Throws NO_MATCH with the nearest block, AMBIGUOUS with the lines of all places, CONFLICT if the
// edit has already been made, BAD_PATTERN, and TOO_LARGE if repeated text makes the search too
// long.
Edited edit_text(std::string_view text, const EditSpec& wanted, std::string_view name);

}
