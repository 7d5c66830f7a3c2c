#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/mcp/client_form.hpp"
#include "frontends/mcp/question_prompter.hpp"
#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::mcp {

// The question whether a call may be run as a form (E3): `message` with what the terminal would
// show, in at most 4 KiB, and `requestedSchema` with `answer` and `reason`. All arguments are in
// it; of what the dry run answers as much as there is room for. Throws TOO_LARGE if the arguments
// alone take more.
Json approval_form(const CallQuestion& question, const redaction::Redaction& redaction);

// What an answer to it means: anything but an accepted yes or always is a no.
CallAnswer approval_in(const FormAnswer& answer);

}
