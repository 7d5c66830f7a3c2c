#pragma once

#include "report.hpp"
#include "request.hpp"

namespace fs_search {

// What an answer says besides its findings: the cursor of the next page, and, if little or nothing
// was found for a reason that a model may not see, the reason and a request that finds more.
Remarks remarks_on(const Page& page, const Request& request, const Workspace& workspace);

// The page of a normalised request. Throws as search() does; a hint has the request that would
// work, if it is known.
Page answered(const Request& request, const Workspace& workspace);

}
