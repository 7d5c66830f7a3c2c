#pragma once

#include "runner/acp/updates.hpp"

namespace runner::acp {

// Of session/request_permission: the call that an approval of the run channel asks about. Before
// what it would change its content has all arguments, and the files that are run later, as a
// terminal shows them: an editor may show nothing of the raw input.
Json call_to_permit(const Updates& updates, const Json& ask);

}
