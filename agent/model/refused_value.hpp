#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// Does the text name this, as a word of its own?
bool names_field(std::string_view text, std::string_view name);

// The nearest number that a server takes in place of the one that it refuses, by the limits that
// its error names; nothing if it names none, or the number is within them. A whole number stays
// one.
std::optional<Json> accepted_number(const Json& refused, const std::string& error);

// What an error's body says, with the field that it is about (error.param).
std::string refusal_in(std::string_view body);

}
