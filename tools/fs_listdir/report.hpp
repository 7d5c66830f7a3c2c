#pragma once

#include "request.hpp"
#include "toolkit/tool/answer.hpp"

namespace fs_listdir {

// Returns the answer to a normalised request, with paths or with entries and their details. Entries
// that were removed since the listing are left out.
toolkit::tool::AnswerText report(
    const Listing& listing, const Request& request, const Workspace& workspace);

}
