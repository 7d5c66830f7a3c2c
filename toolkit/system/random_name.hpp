#pragma once

#include <cstddef>
#include <string>

namespace toolkit::system {

// So many hexadecimal digits, drawn at random. Throws what system_error() makes of a failure.
constexpr std::size_t random_name_length = 16;
std::string random_name();

}
