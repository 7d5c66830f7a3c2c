#pragma once

#include "toolkit/json/json.hpp"

namespace frontends::serve {

using namespace toolkit;

// The routes of the table, and the schemas that bodies are checked by, as OpenAPI 3.1.
Json openapi_document();

}
