#pragma once

#include "change_files.hpp"
#include "toolkit/tool/answer.hpp"

namespace apply_patch {

using namespace toolkit;

// The answer of the contract, with `hunksMoved`, `hunksLoose`, `wrongCounts`, `modeOctal` and
// `notKept` where there are any; and of a dry run `diff` or `diffBase64`, with `truncated` where it
// was cut.
tool::Answer answer_of(const Changes& changes);

}
