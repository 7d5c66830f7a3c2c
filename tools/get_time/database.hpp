#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace get_time {

// The 64-bit half of a zone's TZif file, or nothing where there is no zone of exactly this name.
std::optional<std::string_view> find_zone(std::string_view name);

std::vector<std::string> zone_names();

}
