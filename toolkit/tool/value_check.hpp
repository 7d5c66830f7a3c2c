#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/tool/field.hpp"

#include <optional>
#include <string>

namespace toolkit::tool {

// Why a field does not accept a value, which `name` names in the message; nothing if it does. The
// fields of an object in a list are not looked at.
std::optional<ToolError> problem_with(
    const Field& field, const Json& value, const std::string& name);

// The bytes of a value in base64, for a field that accepts this. Throws BAD_REQUEST.
std::string decoded_value(const Field& field, const Json& value, const std::string& name);

}
