#pragma once

#include "toolkit/match/search.hpp"
#include "tools/fs_edit/edit.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace fs_edit::find {

using namespace toolkit;

// Detects edits that have been made before.

// Returns true if the new text, which contains the old one, is already in the file around `place`,
// a match of the old text. Returns false if the new text adds nothing but whitespace, since more of
// it may be intended.
bool is_grown(std::string_view text, match::Match place, const EditSpec& wanted);

// Like is_grown(), but compares tokens: for a match that was found by lines or by tokens. Returns
// false if no word is added, or if the new text has more than 256 KiB.
bool is_grown_by_tokens(std::string_view text, match::Match place, const EditSpec& wanted);

// Returns the offset of the new text if it may have replaced the old one. It must occur once, or at
// least once if all matches were to be replaced (the first offset is returned). It must consist of
// whole words, since a few letters occur by chance. Returns nullopt if the old text contains the
// new one: after an edit that only removes text, the rest may come from another place.
std::optional<std::size_t> place_of_new_text(std::string_view text, const EditSpec& wanted);

// Returns the offset of the new text if it occurs as whole lines, with exactly its indentation, and
// has a word. For an old text that was found only with another indentation: that match may be
// another place, and the edit may have been made already.
std::optional<std::size_t> place_of_outcome(std::string_view text, const EditSpec& wanted);

// Returns true if the tokens that both texts begin with, or those that both texts end with, have a
// word and occur in the file only as a part of the new text. Otherwise the edit may be meant for
// another place.
bool is_kept_part_there(std::string_view text, const EditSpec& wanted);

}
