#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace frontends::serve {

using namespace toolkit;

// Returns components.schemas of the description of the server: a schema for each body and for the
// events, and those that they refer to.
Json openapi_schemas();

}
