#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/tool/field.hpp"

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::tool {

// "0644" or "644" to its bits. Throws BAD_REQUEST, naming `field`, unless it is three octal digits,
// with or without a leading 0: no request sets set-user-ID, set-group-ID or sticky bits.
mode_t parse_mode(std::string_view octal, std::string_view field);

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

// Returns the error if a field does not accept a value, which the message calls `name`; nullopt if
// it accepts it. Does not check the fields of an object in a list.
std::optional<ToolError> problem_with(
    const Field& field, const Json& value, const std::string& name);

// The bytes of a value in base64, for a field that accepts this. Throws BAD_REQUEST.
std::string decoded_value(const Field& field, const Json& value, const std::string& name);

}
