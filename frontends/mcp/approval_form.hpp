#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/mcp/client_form.hpp"
#include "frontends/mcp/question_prompter.hpp"
#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::mcp {

// Returns the question whether a call may run as a form: `message` with what a terminal would show,
// in at most 4 KiB, and `requestedSchema` with `answer` and `reason`. The message contains all
// arguments, and as much of the dry run's answer as fits. Throws TOO_LARGE if the arguments alone
// do not fit.
Json approval_form(const CallQuestion& question, const redaction::Redaction& redaction);

// Returns the decision in the answer to such a form. Everything but an accepted yes or always is a
// refusal.
CallAnswer approval_in(const FormAnswer& answer);

}
