#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace toolkit::json {

// Functions on JSON values as JSON Schema defines them: 1 and 1.0 are the same number, and the
// order of an object's members is ignored.

// Returns a text that is the same for equal values and differs for all others.
std::string canonical(const Json& value);

// Returns a number without loss: long double can hold every integer of 64 bits.
long double number_of(const Json& value);

// Returns true if the value has this type: null, boolean, object, array, number, string, or
// integer, which includes 3.0.
bool has_type(const Json& value, const std::string& type);

bool is_multiple(long double value, long double of);

// Returns the number of characters of a string, which must be UTF-8.
std::size_t length_of(const std::string& text);

// Returns a short form of a value for messages: "abc", 7, an object. The text of a string need not
// be UTF-8.
std::string shown(const Json& value);

// Returns true if the value means the same as a missing field: null, false, "", [] or {}.
bool is_nothing(const Json& value);

// Getters for JSON from elsewhere. They never throw for a missing member or a member of another
// type.

// Returns the member of an object, as a reference into `json`; a JSON null if the member is missing
// or `json` is not an object.
const Json& member(const Json& json, const char* name);

// Returns the member of an object if it is a string; otherwise an empty string.
std::string string_member(const Json& json, const char* name);

}
