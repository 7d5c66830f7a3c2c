#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace frontends::serve {

using namespace toolkit;

// Returns "components.schemas" of the OpenAPI document: the schemas of all bodies and events, and
// the schemas that these refer to.
Json openapi_schemas();

}
