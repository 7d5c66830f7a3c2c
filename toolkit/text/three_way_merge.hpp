#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// The numbers of lines that differ between two texts. A line that was changed counts as both.
struct LineCounts {
    std::size_t added = 0;
    std::size_t removed = 0;
};

// Returns the numbers of lines that a change of `before` into `after` removes and adds. They are
// those of a shortest diff within the limits of line_script().
LineCounts count_changed_lines(std::string_view before, std::string_view after);

struct Merge {
    std::optional<std::string> text; // nullopt if the two changes overlap
    std::size_t lines_of_ours = 0; // lines that `ours` has changed, added or removed
};

// Merges two changes of `base`, line by line, as diff3 and git do. Guarantees:
// - The text has all that `ours` and `theirs` have added, and nothing that either has removed.
// - If one side is equal to `base`, it is the other side; if the sides are equal, it is that text.
// - Exchanging the sides does not change the text.
// - Changes overlap if they touch the same lines of `base`, or lines that are next to each other,
//   unless both sides have made the same change there. Nothing is then guessed: there is no text.
// - There is no text either if any of the three has a NUL byte (unless a rule above gives it).
// In texts with more than 4,000 lines between the first and the last difference, distant changes
// can also count as overlapping (see line_script()).
Merge three_way_merge(std::string_view base, std::string_view ours, std::string_view theirs);

}
