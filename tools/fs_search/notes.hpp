#pragma once

#include "report.hpp"
#include "request.hpp"

namespace fs_search {

// Returns what an answer has in addition to its findings: the cursor of the next page, and a note
// if little or nothing was found for a reason that a model may overlook. The note has the reason
// and, if possible, a request that finds more.
Remarks remarks_on(const Page& page, const Request& request, const Workspace& workspace);

// Returns the page for a normalised request. Throws what search() throws; the hint has a request
// that works if one is known.
Page answered(const Request& request, const Workspace& workspace);

}
