#pragma once

#include "agent/redaction/redaction.hpp"
#include "agent/workflow/check.hpp"
#include "frontends/workflow/run_data.hpp"
#include "frontends/workflow/step_result.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/cancel.hpp"

#include <optional>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace agent;
using namespace runner;

struct AskStep {
    const Step& step;
    const Compiled& compiled;
    const RunData& data;
    std::string path; // of the step
};

// What is asked, filled in.
struct Question {
    std::string kind; // confirm, text, choice, edit
    std::string message;
    std::vector<std::string> choices = {};
    std::optional<std::string> preset = {};
};
Question question_of(const AskStep& asked);

// What an answer is as a value; nothing if it is none to this question.
std::optional<Json> value_of(const Question& question, const std::string& answer);

// The result of the step.
StepResult answered(Json value);
// Nobody can be asked, for this reason: the default, else the step is denied.
StepResult preset_or_denied(const Question& question, const std::string& why);

// The person at the terminal, and what belongs to asking there.
struct Person {
    bool is_there;
    terminal::Output& output; // its status is hidden meanwhile
    const redaction::Redaction& redaction;
    system::Cancel& cancel;
};

// Asks the person the question of an `ask` step. Its text comes from steps in part, so it is shown
// in rows of its own, page by page, as a call is. Without a person the answer is the default, or
// the step is denied. Throws INTERNAL "interrupted".
StepResult ask_at_terminal(const AskStep& asked, const Person& person);

// After a step that has failed: "retry", "skip" or "stop"; "stop" if nobody can be asked.
std::string ask_how_to_go_on(
    const std::string& path, const StepResult& failed, const Person& person);

}
