#pragma once

#include "agent/channel/screen_events.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent::display {

using namespace toolkit;

// A row of a tool's "display" is a text with fields in braces (docs/manifest.md):
//   {name}            the value; a list of strings as words of a shell
//   {name:one/many}   a number, or the size of a list, and the word that fits; the word alone of a
//                     boolean, or if it is empty nothing at all
//   {name:bytes}      a size

// Returns the row with the values of an object. Returns nullopt if the first of its fields has no
// value, or if it has none but an empty word. Another field without a value is left out with the
// text before it.
std::optional<std::string> filled(std::string_view row, const Json& values);

// Returns a value as it is shown: a string as it is, a list of strings as words of a shell, and
// numbers and booleans as JSON. Empty for objects, other lists and null.
std::string shown_value(const Json& value);

// Formats sizes and numbers: 812 B, 9.4 KB, 1.2 MB; 12,400.
std::string shown_bytes(std::uint64_t bytes);
std::string with_commas(std::uint64_t number);

// Returns a number with the word that fits: "1 file", "3 files".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

}
