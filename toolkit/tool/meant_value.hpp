#pragma once

#include "toolkit/tool/field.hpp"

#include <optional>

namespace toolkit::tool {

// The value that another spelling means beyond doubt, if it is not of the field's type: 2 for "2"
// or "2.0", true for "true", ["a"] for "a", and a list or an object for its JSON in a string.
// Nothing: the value is to be taken as it is.
std::optional<Json> meant_value(const Field& field, const Json& value);

// Does the value leave an optional field out? Some models send "" for a path that they do not name.
bool is_left_out(const Field& field, const Json& value);

// What a value that is refused was probably meant to be, for the corrected request in the hint:
// true for "yes" or 1, "5" for 5, the maximum for a number above it, ["-l", "a"] for "-l a" if a
// list alone is accepted. Nothing if there is no such value.
std::optional<Json> probable_value(const Field& field, const Json& value);

}
