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
    std::string path; // path of the step
    std::string workflow; // name of the workflow
};

// A step after whose failure a person is asked.
struct FailedStep {
    std::string path;
    std::string workflow; // name of the workflow
};

// A question with its templates filled in.
struct Question {
    std::string kind; // confirm, text, choice, edit
    std::string message;
    std::vector<std::string> choices = {};
    std::optional<std::string> preset = {};
};
Question question_of(const AskStep& asked);

// Converts an answer to a value; nullopt if it does not fit the question.
std::optional<Json> value_of(const Question& question, const std::string& answer);

// Returns the result of a step with this answer.
StepResult answered(Json value);
// Returns the result if nobody can be asked, for this reason: the default, or else a denied step.
StepResult preset_or_denied(const Question& question, const std::string& why);

// The person at the terminal, and the objects needed to ask there.
struct Person {
    bool is_there;
    terminal::Output& output; // its status line is hidden during a question
    const redaction::Redaction& redaction;
    system::Cancel& cancel;
};

// Asks the person the question of an `ask` step. A part of its text comes from steps, so it is
// shown in rows of its own, page by page, like a call. Without a person the answer is the default,
// or the step is denied. Throws INTERNAL "interrupted".
StepResult ask_at_terminal(const AskStep& asked, const Person& person);

// Asks how to continue after a failed step. Returns "retry", "skip" or "stop"; "stop" if nobody can
// be asked.
std::string ask_how_to_go_on(
    const FailedStep& step, const StepResult& failed, const Person& person);

}
