#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/workspace/later_files.hpp"

namespace toolkit::tool {

// Puts what a call has touched, also by a recovery, into its answer as the contract has it:
// "runsLater", with
// "runsLaterMore" where there are too many, and "runsLaterIncomplete" where not all was looked at.
// Nothing where there is nothing to say.
void put_runs_later(Json& answer, const workspace::LaterFiles& touched);

}
