#pragma once

#include <string_view>

namespace fs_edit {

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

}
