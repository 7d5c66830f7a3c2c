#pragma once

#include "edit.hpp"
#include "toolkit/system/error.hpp"
#include "tools/fs_edit/replace/replacement.hpp"

#include <string_view>
#include <vector>

namespace fs_edit {

using namespace toolkit;

// The errors of an edit that cannot be made. `file` is how messages call it.

// AMBIGUOUS, with the lines of all places.
ToolError ambiguous(std::string_view text, const std::vector<match::Match>& places,
    Strategy strategy, std::string_view file);

// A place and how it was found.
struct FoundPlace {
    match::Match match;
    Strategy strategy;
};

// AMBIGUOUS, if two ways to look find two places, with the lines of both.
ToolError ambiguous_ways(
    std::string_view text, const FoundPlace& place, const FoundPlace& other, std::string_view file);

// AMBIGUOUS, if the old text is indented otherwise and the new one stands elsewhere, at that line.
ToolError outcome_elsewhere(
    std::string_view text, const FoundPlace& place, std::size_t outcome, std::string_view file);

// AMBIGUOUS, if there are more or fewer places than expected; without a hint.
ToolError other_count(std::string_view text, const std::vector<match::Match>& places,
    Strategy strategy, std::string_view file);

// NO_MATCH, with the nearest block, its lines, and what differs.
ToolError no_match(std::string_view text, const Wanted& wanted, std::string_view file);

// CONFLICT, where the new text stands already: around the old one, which it has in it, or in place
// of it.
ToolError already_applied(std::string_view text, std::size_t offset, std::string_view file);
ToolError stands_in_place_of_old(std::string_view text, std::size_t offset, std::string_view file);

// Returns AMBIGUOUS: the new text contains the old one, and one of several places has it already.
ToolError applied_in_part(std::string_view text, std::size_t offset, std::string_view file);

// Returns AMBIGUOUS: the old text is in the text that an earlier edit has inserted, and also
// matches, less exactly, the original file at `offset`.
ToolError put_in_before(std::string_view text, std::size_t offset, std::string_view file);

// The error of an old text that is missing, if the new text is at `offset`, which may be another
// place.
ToolError with_place_of_new_text(ToolError error, std::string_view text, std::size_t offset);

// NO_MATCH, for a place whose lines do not tell how the new ones are to be indented.
ToolError unclear_indentation(std::string_view text, match::Match match,
    const replace::Unclear& readings, std::string_view file);

// NO_MATCH, for a place that has other blanks than the old text where they may count.
ToolError unclear_gaps(std::string_view text, match::Match match, std::string_view file);

}
