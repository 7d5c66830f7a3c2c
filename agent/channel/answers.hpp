#pragma once

#include "agent/channel/events.hpp"
#include "agent/channel/messages.hpp"

// Checks answers against their asks.

namespace agent::channel {

// Throws BAD_REQUEST, with a valid answer in the hint, if `answer` does not fit the ask: an
// approval takes a verdict, a host tool an output or an error, a form or a page of a server an
// action, and a question an error or a value of its type, for a choice one of its choices. Only a
// yes has arguments, which are not checked here. Ids are not compared.
void require_answer(const Ask& ask, const Answer& answer);

// Returns true if the answer has arguments for the call. They are checked before it ends the ask.
bool changes_arguments(const decltype(Answer::content)& answer);

}
