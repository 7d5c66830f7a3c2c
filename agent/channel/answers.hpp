#pragma once

#include "agent/channel/events.hpp"
#include "agent/channel/messages.hpp"

// Checks answers against the questions (Ask) they belong to.

namespace agent::channel {

// Throws BAD_REQUEST, with a valid answer in the hint, if `answer` does not fit `ask`. An approval
// requires a verdict, a host tool an output or an error, a form or a URL of an MCP server an
// action, and a question an error or a value of its type, for a choice one of its choices. Only the
// verdict "yes" may have arguments, which are not checked here. Ids are not compared.
void require_answer(const Ask& ask, const Answer& answer);

// Returns true if the answer has arguments that replace those of the call. Check them before you
// accept the answer.
bool changes_arguments(const decltype(Answer::content)& answer);

}
