#pragma once

#include "finder.hpp"
#include "placement.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <string_view>

namespace apply_patch::place {

using namespace toolkit;

// The file, number and line by which messages identify a hunk.
struct HunkName {
    std::string_view file;
    std::size_t number; // from 1, among the hunks of its file
    std::size_t patch_line;
};

// Returns text like "hunk 2 of 'src/a.c' (line 14 of the patch)".
std::string in_words(const HunkName& name);

// Returns NO_MATCH or AMBIGUOUS for a hunk whose placement is not found. NO_MATCH describes the
// first line that differs, what the file has there, and the nearest place with its line numbers.
// AMBIGUOUS lists all places.
ToolError mismatch(
    const HunkName& name, const read::Hunk& hunk, const Placement& placement, const Finder& finder);

}
