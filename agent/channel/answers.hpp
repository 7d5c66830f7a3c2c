#pragma once

#include "agent/channel/events.hpp"
#include "agent/channel/screen_messages.hpp"

// Checks answers against their asks.

namespace agent::channel {

// Converts the answer of a host to that of a screen, which has more fields.
ScreenAnswer as_of_screen(Answer answer);

// Throws BAD_REQUEST, with a valid answer in the hint, if `answer` does not fit the ask: an
// approval takes a verdict, a host tool an output or an error, a form or a page of a server an
// action, and a question an error or a value of its type, for a choice one of its choices. Ids are
// not compared.
void require_answer(const Ask& ask, const ScreenAnswer& answer);

}
