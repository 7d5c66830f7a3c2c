#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace toolkit::json {

// Returns a JSON Schema in words, for help: its type, values and limits, but not its description
// and its default. "integer from 1 to 600"; "\"name\", \"size\""; "array of strings". Objects in an
// array are described by the names of their members, one level deep. Returns an empty text if the
// schema names no type, or is not an object.
std::string words_of_schema(const Json& schema);

}
