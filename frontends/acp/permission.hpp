#pragma once

#include "frontends/acp/updates.hpp"

namespace frontends::acp {

// Returns the toolCall of session/request_permission for an approval of the run channel. Its
// content has all arguments and the files that are run later, as a terminal shows them, before what
// the call would change: an editor may show nothing of the raw input.
Json call_to_permit(const Updates& updates, const channel::ApprovalAsk& ask);

}
