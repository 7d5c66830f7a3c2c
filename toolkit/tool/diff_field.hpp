#pragma once

#include "toolkit/text/unified_diff.hpp"
#include "toolkit/tool/answer.hpp"

namespace toolkit::tool {

// Puts a diff into an answer: `diff` or `diffBase64`, and `truncated` if it was cut.
void put_diff(Answer& answer, const text::Diff& diff);

}
