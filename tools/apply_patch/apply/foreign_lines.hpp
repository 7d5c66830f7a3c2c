#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <string_view>
#include <vector>

namespace apply_patch::apply {

using namespace toolkit;

// Throws BAD_PATCH if a hunk removes lines and adds one that stands for lines that were left out
// ("// ... existing code ..."), which the file does not have, or if the new lines have marks that
// were copied with them.
void refuse_foreign_lines(
    std::string_view text, const std::vector<read::Hunk>& hunks, std::string_view name);

// The same for the text of a new file.
void refuse_foreign_text(std::string_view text, std::string_view name);

}
