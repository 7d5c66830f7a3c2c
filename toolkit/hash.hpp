#pragma once

#include "toolkit/file.hpp"

#include <string>
#include <string_view>

// FIPS 180-4 SHA-256, as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

// Of everything in the file, from its start, whatever the file offset. Constant memory.
std::string sha256(const File& file, std::string_view name);
