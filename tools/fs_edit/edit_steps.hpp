#pragma once

#include "steps.hpp"
#include "toolkit/text/unified_diff.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fs_edit {

using namespace toolkit;

struct DoneStep {
    std::size_t replacements;
    Strategy strategy;
};

struct Outcome {
    std::string text; // of the file afterwards
    std::vector<DoneStep> done; // in the order of the steps
    std::vector<text::TextChange> changes; // of the text before, in their order
};

// All edits of a request, each of the result of the one before. Pure.
//
// Throws what edit_text() and insert_lines() do; AMBIGUOUS if there are more or fewer places than
// expected; ALREADY_EXISTS or CONFLICT if the text is to be filled and is not empty; CONFLICT if
// inserted lines are there already; TOO_LARGE if it grows over the limit between two edits. Of
// several edits a message has the number of the one that failed, and says that nothing was changed.
Outcome edit_steps(std::string_view text, const std::vector<Step>& steps, const Request& request);

}
