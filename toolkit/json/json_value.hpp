#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace toolkit::json {

// JSON values as JSON Schema sees them: 1 and 1.0 are one number, the order of an object's members
// says nothing.

// The same text for equal values, and for no others.
std::string canonical(const Json& value);

// Without loss: wide enough for every integer of 64 bits.
long double number_of(const Json& value);

// null, boolean, object, array, number, string; or integer, also for 3.0.
bool has_type(const Json& value, const std::string& type);

bool is_multiple(long double value, long double of);

// How many characters a string has.
std::size_t length_of(const std::string& text);

// Short, for a message: "abc", 7, an object. The text of a string need not be UTF-8.
std::string shown(const Json& value);

// Is it what anyone expects of a field that is left out: null, false, "", [] or {}?
bool is_nothing(const Json& value);

// Getters for JSON that somebody else has written: a path into it needs no checks.

// Returns the member of an object, as a reference into `json`; a JSON null if the member is missing
// or `json` is not an object.
const Json& member(const Json& json, const char* name);

// Returns the member of an object if it is a string; otherwise an empty string.
std::string string_member(const Json& json, const char* name);

}
