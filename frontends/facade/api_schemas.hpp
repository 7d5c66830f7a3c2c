#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace frontends::facade {

using namespace toolkit;

// Returns the JSON Schemas of the bodies that the façade receives and sends, by their names in
// components.schemas of OpenAPI.
Json api_schemas();

}
