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

struct Wanted {
    std::string_view old_text; // a pattern (RE2) where the mode is regex
    std::string_view new_text;
    MatchMode mode = MatchMode::automatic;
    Which which = Which::the_only_one;
};

// How the old text was found: byte for byte but for LF and CRLF; by lines without their indentation
// and trailing whitespace; by tokens without whitespace between them that makes no difference; with
// plain characters for typographic ones; without the line numbers of a listing; by a pattern. Or
// there was none: lines were inserted, or an empty file was filled.
enum class Strategy { exact, lines, tokens, typography, listing, regex, insert, create };

struct Edited {
    std::string text; // of the file afterwards
    Strategy strategy;
    std::vector<match::Replacement> replacements; // in their order
};

// The text with the old replaced by the new. Pure. `name` is how messages call the file.
//
// Bytes outside of what was found stay as they are; within it, so do lines that stand in the old
// text and the new one. New lines have the ends of the lines that they replace or follow; but a new
// text that is the old one with other ends, where the old one's are the file's, is about those. In
// a file whose lines end in CR alone, so do new ones. A byte order mark is no part of the text,
// unless both have one.
//
// Throws NO_MATCH with the nearest block, AMBIGUOUS with the lines of all places, CONFLICT where
// the edit is made already, BAD_PATTERN, and TOO_LARGE where repeated text makes the search too
// long.
Edited edit_text(std::string_view text, const Wanted& wanted, std::string_view name);

}
