#pragma once

#include "toolkit/reading/request.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/workspace/workspace.hpp"

namespace toolkit::reading {

// What a request without a field that decides it means.
enum class Unit { lines, bytes };

// The answer to a request. With `paths` each file has its own, with "path", or the fields of its
// error; max_bytes is the limit of all of them together, and what no room was left for is named.
// The answer obeys the limits of this call (toolkit/tool/answer.hpp): a smaller page, or the
// whole of an image that is not asked for by lines, `offsetBytes` or `maxBytes`.
tool::AnswerText read(const Request& request, const Workspace& workspace, Unit usual);

}
