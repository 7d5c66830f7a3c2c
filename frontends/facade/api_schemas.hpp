#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace frontends::facade {

using namespace toolkit;

// Returns the JSON Schemas of what the façade sends and receives, by the names that
// components.schemas of OpenAPI has for them.
Json api_schemas();

}
