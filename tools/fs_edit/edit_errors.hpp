#pragma once

#include "edit.hpp"
#include "toolkit/system/error.hpp"
#include "tools/fs_edit/replace/replacement.hpp"

#include <string_view>
#include <vector>

namespace fs_edit {

using namespace toolkit;

// The functions below return the errors of an edit that cannot be made. `file` identifies the file
// in messages.

// Returns AMBIGUOUS with the lines of all places.
ToolError ambiguous(std::string_view text, const std::vector<match::Match>& places,
    Strategy strategy, std::string_view file);

// A place and how it was found.
struct FoundPlace {
    match::Match match;
    Strategy strategy;
};

// Returns AMBIGUOUS with the lines of two places that were found in different ways.
ToolError ambiguous_ways(
    std::string_view text, const FoundPlace& place, const FoundPlace& other, std::string_view file);

// Returns AMBIGUOUS: the old text is found only with another indentation or whitespace, and the new
// text is already at another line.
ToolError outcome_elsewhere(
    std::string_view text, const FoundPlace& place, std::size_t outcome, std::string_view file);

// Returns AMBIGUOUS: there are more or fewer places than expected. The message ends before the
// expected number; the hint is empty. The caller adds both.
ToolError other_count(std::string_view text, const std::vector<match::Match>& places,
    Strategy strategy, std::string_view file);

// Returns NO_MATCH with the nearest block, its lines, and the first difference.
ToolError no_match(std::string_view text, const EditSpec& wanted, std::string_view file);

// Return CONFLICT: the new text is already in the file, either around the old text, which it
// contains, or in place of it.
ToolError already_applied(std::string_view text, std::size_t offset, std::string_view file);
ToolError stands_in_place_of_old(std::string_view text, std::size_t offset, std::string_view file);

// Returns AMBIGUOUS: the new text contains the old one, and one of several places already has the
// new text.
ToolError applied_in_part(std::string_view text, std::size_t offset, std::string_view file);

// Returns AMBIGUOUS: the old text is in the text that an earlier edit inserted, and also matches
// the original file at `offset`, though less exactly.
ToolError put_in_before(std::string_view text, std::size_t offset, std::string_view file);

// Returns the error for a missing old text, with the line of the new text added. The new text may
// be at an unrelated place.
ToolError with_place_of_new_text(ToolError error, std::string_view text, std::size_t offset);

// Returns NO_MATCH for a place that does not show how the new lines are to be indented.
ToolError unclear_indentation(std::string_view text, match::Match match,
    const replace::AmbiguousReplacement& readings, std::string_view file);

// Returns NO_MATCH for a place whose whitespace differs from that of the old text where it may have
// a meaning.
ToolError unclear_gaps(std::string_view text, match::Match match, std::string_view file);

}
