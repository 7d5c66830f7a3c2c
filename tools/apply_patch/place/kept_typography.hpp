#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <deque>
#include <string>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// New lines that take the place of others keep the typographic characters of the file in what they
// have in common with the lines that were written for those: the same number of lines, one by one.
// So does a line that is removed at one place and added at another.
// Added characters that the hunk shows for plain ones of the file become plain.
// `there` has the lines of the file that the hunk shows; `texts` keeps the new lines.
void keep_typography(
    read::Hunk& hunk, const std::vector<text::Line>& there, std::deque<std::string>& texts);

}
