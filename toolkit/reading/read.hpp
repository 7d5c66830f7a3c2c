#pragma once

#include "toolkit/reading/request.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/workspace/workspace.hpp"

namespace toolkit::reading {

// The unit of a request whose fields do not determine whether it is about lines or bytes.
enum class Unit { lines, bytes };

// Returns the answer to a request. With `paths`, each file has an answer of its own with "path", or
// the fields of its error; max_bytes limits all of them together, and files for which no room was
// left are named. The answer stays within the limits of this call (toolkit/tool/answer.hpp): it may
// be a smaller page, or a whole image if neither lines, `offsetBytes` nor `maxBytes` are requested.
tool::AnswerText read(const Request& request, const Workspace& workspace, Unit usual);

}
