#pragma once

#include "toolkit/file.hpp"

#include <span>
#include <string>
#include <string_view>

// Two lower-case digits for each byte.
std::string hexadecimal(std::span<const unsigned char> bytes);

// FIPS 180-4 SHA-256, as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

struct GrowthHashes {
    std::string before;
    std::string after;
};

// Of the file, and of the file with `appended` behind it, in one pass.
GrowthHashes sha256_of_growth(const File& file, std::string_view name, std::string_view appended);

// Of everything in the file, from its start, whatever the file offset. Constant memory.
std::string sha256(const File& file, std::string_view name);
