#pragma once

#include "request.hpp"
#include "toolkit/tool/answer.hpp"

namespace fs_listdir {

// The answer to a normalised request: paths, or entries with details. Entries that have gone since
// the listing are left out.
toolkit::tool::AnswerText report(
    const Listing& listing, const Request& request, const Workspace& workspace);

}
