#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// True if the text contains the name as a whole word.
bool names_field(std::string_view text, std::string_view name);

// Returns the nearest number that a server accepts in place of the refused one, by the limits in
// its error. Returns nullopt if the error names no limits, or the number is within them. The result
// for an integer is an integer.
std::optional<Json> accepted_number(const Json& refused, const std::string& error);

// Returns the message in an error's body, followed by the field that it is about (error.param).
std::string refusal_in(std::string_view body);

}
