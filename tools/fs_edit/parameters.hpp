#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/tool/tool.hpp"

#include <vector>

namespace fs_edit {

using namespace toolkit;

// The fields of a request; see docs/contract.md.
std::vector<tool::Parameter<Request>> parameters();

// Puts a request as other agents spell it into the fields of the table, if it has one meaning.
// What may have two, or is for several files, is BAD_REQUEST with each of the requests in the hint.
void translate(Json& request, const Json& maximums);

}
