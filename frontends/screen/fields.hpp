#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace frontends::screen {

using namespace toolkit;

// Fields of the engine's events: what has another type is as if it were not there.
std::string text_field(const Json& event, const char* name);
std::optional<std::uint64_t> number_field(const Json& event, const char* name);
bool flag_field(const Json& event, const char* name);

// The JSON in a text; null if it is none.
Json json_in(const std::string& text);

// On one line: strings as they are, all else as JSON.
std::string value_text(const Json& value);

}
