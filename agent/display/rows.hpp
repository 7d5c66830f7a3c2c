#pragma once

#include "agent/channel/screen_events.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent::display {

using namespace toolkit;

// A row of a tool's "display" is text with fields in braces (docs/manifest.md):
//   {name}            the value; a list of strings as words of a shell
//   {name:one/many}   a number, or the size of a list, followed by `one` or `many`; for a boolean,
//                     `one` if it is true and `many` if it is false; nothing if that word is empty
//   {name:bytes}      a size in bytes

// Fills in the fields of a row with the members of `values`. Returns nullopt if the first field of
// the row is empty or missing. Any other such field is left out together with the text before it.
std::optional<std::string> filled(std::string_view row, const Json& values);

// Returns a value as it is displayed: a string unchanged, the strings of a list as words of a
// shell, and numbers and booleans as JSON. Empty for objects and null.
std::string shown_value(const Json& value);

// Formats a size: "812 B", "9.4 KB", "1.2 MB". The units are decimal.
std::string shown_bytes(std::uint64_t bytes);

// Formats a number with commas: "12,400".
std::string with_commas(std::uint64_t number);

// Returns a number followed by the singular or the plural of a noun: "1 file", "3 files".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

}
