#pragma once

#include "report.hpp"
#include "request.hpp"

namespace fs_search {

// Returns what an answer has in addition to its findings: the cursor of the next page, and, if
// little or nothing was found for a reason that a model may not notice, the reason and a request
// that finds more.
Remarks remarks_on(const Page& page, const Request& request, const Workspace& workspace);

// Returns the page for a normalised request. Throws like search(). If it is known, the hint has a
// request that works.
Page answered(const Request& request, const Workspace& workspace);

}
