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
    std::string text; // the text after the edits
    std::vector<DoneStep> done; // in the order of the steps
    std::vector<text::TextChange> changes; // changes of the original text, in its order
};

// Makes all edits of a request, each in the result of the one before. Pure function.
//
// Throws what edit_text() and insert_lines() throw; AMBIGUOUS if there are more or fewer places
// than expected, or if it is unclear whether an edit is about the original text or about the result
// of an earlier edit; ALREADY_EXISTS or CONFLICT if a text to be filled is not empty; CONFLICT if
// inserted lines are already there; BAD_REQUEST for placeholders and pasted marks in the new text;
// TOO_LARGE if the text exceeds the limit between two edits. If there are several edits, a message
// contains the number of the one that failed, and says that nothing was changed.
Outcome edit_steps(std::string_view text, const std::vector<Step>& steps, const Request& request);

}
