#pragma once

#include "match.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

struct Diff {
    std::string text;
    bool is_cut; // was something left out behind the end of `text`?
};

// The unified diff of an edit, with three lines of context, as apply_patch takes it: from `before`, in which
// the replacements are made, to what comes of it. Only their lines are compared, so that the size of the file
// does not matter. Whole lines, `most` bytes of them; a hunk that is cut states at least as many as are written.
Diff unified_diff(std::string_view before, const std::vector<Replacement>& replacements,
    std::string_view name, std::size_t most);

// The same of a file that is new.
Diff diff_of_new_file(std::string_view content, std::string_view name, std::size_t most);
