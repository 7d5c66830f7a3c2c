#pragma once

#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

#include <vector>

namespace agent::workflow {

// True if the step has `once`, so that a run must not do it twice.
bool is_once(const Step& step);

// Returns the exit statuses of `once: {repeat_on: […]}`, which mean that the step was not done;
// empty for `once: true` and for steps without `once`.
std::vector<int> repeatable_statuses(const Step& step);

// Checks the rules for `once`: only a command or a call of a tool has it, and `retry` needs
// `repeat_on`. Adds errors to `problems`.
void check_once(const Step& step, Problems& problems);

}
