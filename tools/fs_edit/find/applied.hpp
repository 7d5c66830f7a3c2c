#pragma once

#include "toolkit/match/search.hpp"
#include "tools/fs_edit/edit.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace fs_edit::find {

using namespace toolkit;

// Has an edit been made already?

// Does the new text, which has the old one in it, stand around this place? Where it adds blanks
// only, those may well be meant to be more.
bool is_grown(std::string_view text, match::Match place, const Wanted& wanted);

// The same by tokens, of a place that was found by lines or by tokens. A word must be new.
bool is_grown_by_tokens(std::string_view text, match::Match place, const Wanted& wanted);

// Where the new text stands, if the old one may have been there: at one single place, or at any
// where all were asked for. A few letters stand anywhere; they must be whole words. What is a part
// of the old text, for it only takes away, may as well be what is left of another.
std::optional<std::size_t> place_of_new_text(std::string_view text, const Wanted& wanted);

// Where the new text stands in whole lines, indented as it was written, and has a word: if the old
// one fits only at another depth, it may have been there.
std::optional<std::size_t> place_of_outcome(std::string_view text, const Wanted& wanted);

// Does what both texts begin with, or end with, stand nowhere but in new ones? Else another place
// may be meant.
bool is_kept_part_there(std::string_view text, const Wanted& wanted);

}
