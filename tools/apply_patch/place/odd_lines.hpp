#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <string>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// Why a hunk fits nowhere, if its lines or those of the file tell: a marker that was read as
// context, line numbers in front of the lines, another encoding of the file or of its accented
// letters, carriage returns. Empty, or a hint that ends in "; ".
std::string hint_about_odd_lines(const read::Hunk& hunk, const std::vector<text::Line>& file);

}
