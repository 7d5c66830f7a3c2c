#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace fs_search {

using namespace toolkit;

// Names the fields of a request by their meaning if one name has two, which their types tell apart.
void translate(Json& request, const Json& maximums);

}
