#pragma once

#include "toolkit/tool/field.hpp"

#include <vector>

namespace toolkit::tool {

// The schema of a table: what --describe prints. Aliases are not in it.
Json schema_of(const std::vector<Field>& table);

// Checks a request against a table, and returns it with the names of the table: encoded values are
// decoded to their bytes, values of another spelling (toolkit/tool/parameter.hpp) have the type of
// their field, and null is left out. If a field tells so, its encoded name is there too, with true.
// Throws one BAD_REQUEST for everything that is wrong, before anything is done: unknown fields,
// two names for one field with two values, values of a wrong type or beyond a limit, and required
// fields that are missing. The hint names the nearest field for each unknown one and, if the whole
// request has a translation and that is short, contains it.
Json check(const std::vector<Field>& table, Json request);

}
