#pragma once

#include <span>
#include <string>

namespace toolkit::text {

// Two lower-case digits for each byte.
std::string hexadecimal(std::span<const unsigned char> bytes);

}
