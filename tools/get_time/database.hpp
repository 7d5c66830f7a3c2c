#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace get_time {

// Returns the 64-bit data block of a zone's TZif file, or nullopt if no zone has exactly this name.
// The bytes are part of the program.
std::optional<std::string_view> find_zone(std::string_view name);

// Returns all names, sorted.
std::vector<std::string> zone_names();

}
