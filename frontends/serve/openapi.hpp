#pragma once

#include "toolkit/json/json.hpp"

namespace frontends::serve {

using namespace toolkit;

// Returns the table of routes, and the schemas that bodies are checked by, as OpenAPI 3.1.
Json openapi_document();

}
