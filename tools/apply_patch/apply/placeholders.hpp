#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <string_view>
#include <vector>

namespace apply_patch::apply {

using namespace toolkit;

// Throws BAD_PATCH if a hunk of the "*** Begin Patch" form removes lines and adds one that stands
// for lines that were left out ("// ... existing code ..."), which the file does not have.
void refuse_placeholders(
    std::string_view text, const std::vector<read::Hunk>& hunks, std::string_view name);

}
