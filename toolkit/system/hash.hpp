#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace toolkit::system {

// FIPS 180-4 SHA-256, as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

// From then on, libcrypto uses the fast instructions of this processor. Programs start without: to
// ask the processor takes longer, in a virtual machine, than the whole work of a small tool. Hashes
// of many bytes call this; whoever else has much to do with libcrypto calls it first.
void use_fast_instructions();

// How much of a file a request may hash, which takes time for holes too, and what a refusal says.
struct HashLimit {
    std::int64_t most_bytes;
    const char* attempt; // "hash"
    const char* instead; // what would work, before the operator's flag is named
};

constexpr std::int64_t usual_hash_limit = 8LL
    << 30; // some seconds, half a minute on an old machine

struct GrowthHashes {
    std::string before;
    std::string after;
};

// Of the file, and of the file with `appended` after it, in one pass.
GrowthHashes sha256_of_growth(
    const File& file, std::string_view name, std::string_view appended, const HashLimit& limit);

// Returns the hash of the whole file, whatever its offset, in constant memory. Throws TOO_LARGE,
// before reading if the size is known. `between` is called before each piece is read, and may
// throw.
std::string sha256(
    const File& file, std::string_view name, const HashLimit& limit,
    const std::function<void()>& between = [] {});

}
