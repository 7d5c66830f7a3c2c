#pragma once

#include "toolkit/tool/field.hpp"

#include <optional>
#include <vector>

namespace toolkit::tool {

// A request that is refused, as it was probably meant: with the names and types of the table.
// Nothing if a part of it has no translation.
std::optional<Json> corrected_request(const std::vector<Field>& table, const Json& request);

}
