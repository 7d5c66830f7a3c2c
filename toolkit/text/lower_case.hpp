#pragma once

#include <string>
#include <string_view>

// With the letters of ASCII in lower case; other bytes are what they were.
std::string in_lower_case(std::string_view text);
