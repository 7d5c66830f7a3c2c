#pragma once

#include "report.hpp"
#include "shown_changes.hpp"

#include "toolkit/tool/answer.hpp"

namespace fs_undo {

// Return the answer to a request that undoes steps, or only shows what would be done
// (`is_dry_run`), and to one that shows the changes of steps.
tool::Answer answer_of(const Report& report, bool is_dry_run);
tool::Answer answer_of(const std::vector<ShownFile>& files);

}
