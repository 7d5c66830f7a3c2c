#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/tool/tool.hpp"

#include <vector>

namespace fs_edit {

using namespace toolkit;

// Returns the fields of a request; see docs/contract/fs_edit.md.
std::vector<tool::Parameter<Request>> parameters();

// Translates the fields that other agents use into those of parameters(), if the request has only
// one meaning. Throws BAD_REQUEST if it may have two, or is for several files; the hint contains
// each of the possible requests.
void translate(Json& request, const Json& maximums);

}
