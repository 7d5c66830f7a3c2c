#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/mcp/client_form.hpp"
#include "frontends/mcp/question_prompter.hpp"
#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::mcp {

// Returns the question whether a call may be run, as the params of elicitation/create: `message`
// contains what the terminal would show, in at most 4 KiB, and `requestedSchema` has `answer` and
// `reason`. The message has all arguments, and as much of the dry run's answer as fits. Throws
// TOO_LARGE if the arguments alone take more than 4 KiB.
Json approval_form(const CallQuestion& question, const redaction::Redaction& redaction);

// Returns the meaning of an answer to the form. Anything but an accepted "yes" or "always" is a
// refusal.
CallAnswer approval_in(const FormAnswer& answer);

}
