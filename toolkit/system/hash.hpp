#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace toolkit::system {

// Returns the SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

enum class HashKind { sha1, sha256 };

// Hashes bytes that come piece by piece.
class RunningHash {
public:
    explicit RunningHash(HashKind kind);
    RunningHash(const RunningHash&) = delete;
    RunningHash& operator=(const RunningHash&) = delete;
    ~RunningHash();

    void add(std::string_view bytes);

    // Returns the hash of what was added, in lower-case hexadecimal digits.
    std::string digits() const;

private:
    struct State;
    std::unique_ptr<State> state;
};

// Makes libcrypto use the fast instructions of this processor from now on. Programs start without
// them, since in a virtual machine, detecting them takes longer than the whole work of a small
// tool. Hashes of many bytes call this. Other heavy users of libcrypto call it first.
void use_fast_instructions();

// The maximum size in bytes of a file that a request may hash, and the words of a refusal. Holes
// count, since hashing them takes time as well.
struct HashLimit {
    std::int64_t max_bytes;
    const char* attempt; // "hash"
    const char* instead; // suggested alternative; the message then names the operator's flag
};

// 8 GiB take some seconds; half a minute on an old machine.
constexpr std::int64_t usual_hash_limit = 8LL << 30;

struct GrowthHashes {
    std::string before;
    std::string after;
};

// Returns the hashes of the file, and of the file with `appended` after it, in one pass.
GrowthHashes sha256_of_growth(
    const File& file, std::string_view name, std::string_view appended, const HashLimit& limit);

// Returns the hash of the whole file, whatever its offset, in constant memory. Throws TOO_LARGE,
// before reading if the size is known. `between` is called before each piece is read, and may
// throw.
std::string sha256(
    const File& file, std::string_view name, const HashLimit& limit,
    const std::function<void()>& between = [] {});

}
