#pragma once

#include "runner/workflow/check.hpp"
#include "runner/workflow/run_data.hpp"
#include "runner/workflow/step_result.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>

namespace runner::workflow {

struct AskStep {
    const Step& step;
    const Compiled& compiled;
    const RunData& data;
};

// Puts the question of an `ask` step to the person at the terminal. If there is none, the answer is
// the default, or the step is denied. Throws INTERNAL "interrupted".
StepResult ask_at_terminal(const AskStep& asked, bool has_person, system::Cancel& cancel);

// After a step that has failed: "retry", "skip" or "stop"; "stop" if nobody can be asked.
std::string ask_how_to_go_on(
    const std::string& path, const StepResult& failed, bool has_person, system::Cancel& cancel);

}
