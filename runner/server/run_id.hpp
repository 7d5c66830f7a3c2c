#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace runner::server {

// 26 characters (0-9 A-Z without I L O U): the time in milliseconds, so that they sort by it, and
// 80 random bits.
std::string new_run_id(std::chrono::system_clock::time_point now);

bool is_run_id(std::string_view text);

}
