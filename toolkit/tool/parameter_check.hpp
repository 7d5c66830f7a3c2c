#pragma once

#include "toolkit/tool/field.hpp"

#include <vector>

namespace toolkit::tool {

// The schema of a table: what --describe prints. Aliases are not in it.
Json schema_of(const std::vector<Field>& table);

// Checks a request against a table, and answers it with canonical names, encoded values decoded to
// their bytes; where a field tells so, its encoded name is there too, with true. Throws
// BAD_REQUEST, before anything is done, for an unknown field (the hint names the nearest), two
// names for one field, a value that breaks its schema, and a required one that is not there.
Json check(const std::vector<Field>& table, Json request);

}
