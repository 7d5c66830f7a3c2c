#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/tool/field.hpp"

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::tool {

// Returns the bits of "0644" or "644". Throws BAD_REQUEST, naming `field`, unless it consists of
// three octal digits with or without a leading 0: no request may set set-user-ID, set-group-ID or
// sticky bits.
mode_t parse_mode(std::string_view octal, std::string_view field);

// Returns the value that another spelling certainly means, if it is not of the field's type: 2 for
// "2" or "2.0", true for "true", ["a"] for "a", and a list or object for its JSON in a string.
// Returns nullopt if the value is to be used unchanged.
std::optional<Json> meant_value(const Field& field, const Json& value);

// Returns true if the value means that an optional field is omitted. Some models send "" for a path
// that they do not name.
bool is_left_out(const Field& field, const Json& value);

// Returns what a refused value probably means, for the corrected request in the hint: true for
// "yes" or 1, "5" for 5, the maximum for a number above it, ["-l", "a"] for "-l a" if only a list
// is accepted. Returns nullopt if there is no such value.
std::optional<Json> probable_value(const Field& field, const Json& value);

// Returns the error if a field does not accept a value; nullopt if it does. `name` identifies the
// value in messages. Does not check the fields of an object in a list.
std::optional<ToolError> problem_with(
    const Field& field, const Json& value, const std::string& name);

// Returns the bytes of a base64 value, for a field that accepts it. Throws BAD_REQUEST.
std::string decoded_value(const Field& field, const Json& value, const std::string& name);

}
