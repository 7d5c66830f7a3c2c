#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// What the first of the new lines that go behind the line which '@@' names may mean.
struct AnchoredAddition {
    std::string_view as_written;
    std::string shifted; // as that line is from what was written of it
};

// New lines alone, behind line `anchor` of the file (from 0). If that line opens a block, they are
// in doubt if the first of them, unless it begins with '#', is not deeper and the next line of the
// file is. They are also in doubt if that line was written with another indentation than it has,
// unless they are as deep as a line next to them, or in a block that the line opens, if they are
// put in as they are, and would not be if they were shifted, or would be in that block all the
// same.
std::optional<AnchoredAddition> find_doubt(
    const read::Hunk& hunk, const std::vector<text::Line>& file, std::size_t anchor);

}
