#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace toolkit::json {

// Getters for JSON that somebody else has written: a path into it needs no checks.

// The member of an object; null if there is none, or `json` is not an object. A reference into
// `json`.
const Json& member(const Json& json, const char* name);

// The same for a string; empty if it is anything else.
std::string string_member(const Json& json, const char* name);

}
