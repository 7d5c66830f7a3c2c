#pragma once

#include "toolkit/tool/field.hpp"

#include <vector>

namespace toolkit::tool {

// Returns the schema of a table, as --describe prints it. It does not contain aliases.
Json schema_of(const std::vector<Field>& table);

// Checks a request against a table, and returns it with the names of the table: base64 values are
// decoded to their bytes, values in another spelling (toolkit/tool/parameter.hpp) get the type of
// their field, and null is left out. If the field declares it (Declaration::tells_encoding), the
// name for base64 is added with true. Throws a single BAD_REQUEST for everything that is wrong,
// before anything is done: unknown fields, two names of a field with different values, values of a
// wrong type or beyond a limit, and missing required fields. The hint has the nearest field for
// each unknown one and, if the whole request can be corrected and is short, the corrected request.
Json check(const std::vector<Field>& table, Json request);

}
