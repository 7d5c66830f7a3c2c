// OpenSSL's one-shot calls and EVP load providers and read OPENSSL_CONF, which costs a millisecond
// and depends on the environment. The low-level calls do neither; they are deprecated but not
// wrong.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "toolkit/system/hash.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

// The linker (--wrap=OPENSSL_cpuid_setup) makes libcrypto's constructor call the first function;
// the second one is the original.
// NOLINTBEGIN: the names are reserved
extern "C" void __wrap_OPENSSL_cpuid_setup();
extern "C" __attribute__((used)) void __wrap_OPENSSL_cpuid_setup() { }
extern "C" void __real_OPENSSL_cpuid_setup();
// NOLINTEND

namespace toolkit::system {

namespace {

// SHA-1 (FIPS 180-4). That of libcrypto would be 20 kB of a program, for each processor another.
class Sha1 {
public:
    void add(std::string_view bytes)
    {
        length += bytes.size();
        while (!bytes.empty()) {
            const std::size_t count = std::min(bytes.size(), block.size() - filled);
            std::copy_n(bytes.begin(), count, block.begin() + static_cast<std::ptrdiff_t>(filled));
            bytes.remove_prefix(count);
            filled += count;
            if (filled == block.size()) {
                mix();
                filled = 0;
            }
        }
    }

    std::string digits() const
    {
        constexpr std::size_t place_of_length = 56;
        Sha1 last = *this;
        last.add(std::string(1, '\x80'));
        while (last.filled != place_of_length)
            last.add(std::string(1, '\0'));
        std::string bits;
        for (int shift = 56; shift >= 0; shift -= 8)
            bits += static_cast<char>(length * 8 >> static_cast<unsigned>(shift));
        last.add(bits);
        std::array<unsigned char, 20> digest {};
        for (std::size_t at = 0; at < digest.size(); ++at)
            digest[at] = static_cast<unsigned char>(last.words[at / 4] >> (24 - at % 4 * 8));
        return text::hexadecimal(digest);
    }

private:
    void mix()
    {
        std::array<std::uint32_t, 80> schedule {};
        for (std::size_t at = 0; at < block.size(); ++at)
            schedule[at / 4] = schedule[at / 4] << 8U | static_cast<unsigned char>(block[at]);
        for (std::size_t at = 16; at < schedule.size(); ++at)
            schedule[at] = std::rotl(
                schedule[at - 3] ^ schedule[at - 8] ^ schedule[at - 14] ^ schedule[at - 16], 1);
        auto [a, b, c, d, e] = words;
        for (std::size_t at = 0; at < schedule.size(); ++at) {
            const std::uint32_t mixed = at < 20 ? ((b & c) | (~b & d)) + 0x5a827999
                : at < 40                       ? (b ^ c ^ d) + 0x6ed9eba1
                : at < 60                       ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                                : (b ^ c ^ d) + 0xca62c1d6;
            const std::uint32_t next = std::rotl(a, 5) + mixed + e + schedule[at];
            e = d;
            d = c;
            c = std::rotl(b, 30);
            b = a;
            a = next;
        }
        const std::array added {a, b, c, d, e};
        for (std::size_t at = 0; at < words.size(); ++at)
            words[at] += added[at];
    }

    std::array<std::uint32_t, 5> words {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    std::array<char, 64> block {};
    std::size_t filled = 0;
    std::uint64_t length = 0; // bytes
};

// Fewer bytes than these are hashed faster than the processor's instructions are detected.
constexpr std::size_t worth_asking = 16 << 10;

class Sha256 {
public:
    Sha256() { SHA256_Init(&context); }
    void add(std::string_view bytes)
    {
        if (bytes.size() >= worth_asking)
            use_fast_instructions();
        SHA256_Update(&context, bytes.data(), bytes.size());
    }
    std::string digits() const
    {
        std::array<unsigned char, SHA256_DIGEST_LENGTH> digest {};
        SHA256_CTX finished = context;
        SHA256_Final(digest.data(), &finished);
        return text::hexadecimal(digest);
    }

private:
    SHA256_CTX context {};
};

}

struct RunningHash::State {
    HashKind kind;
    Sha256 sha256 {};
    Sha1 sha1 {};
};

RunningHash::RunningHash(HashKind kind)
    : state(std::make_unique<State>(State {kind}))
{
}

RunningHash::~RunningHash() = default;

void RunningHash::add(std::string_view bytes)
{
    if (state->kind == HashKind::sha256)
        return state->sha256.add(bytes);
    state->sha1.add(bytes);
}

std::string RunningHash::digits() const
{
    if (state->kind == HashKind::sha256)
        return state->sha256.digits();
    return state->sha1.digits();
}

void use_fast_instructions() { __real_OPENSSL_cpuid_setup(); }

std::string sha256(std::string_view bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.digits();
}

static void check_size(std::int64_t size, std::string_view name, const HashLimit& limit)
{
    if (size > limit.most_bytes)
        throw ToolError(Code::too_large,
            "cannot " + std::string(limit.attempt) + " " + text::in_quotes(name) + ": it has "
                + std::to_string(size) + " bytes, and the limit is "
                + std::to_string(limit.most_bytes),
            std::string(limit.instead) + "; the operator can raise --max-file-bytes");
}

static Sha256 hash_of(const File& file, std::string_view name, const HashLimit& limit,
    const std::function<void()>& between)
{
    constexpr std::size_t step = std::size_t {256} * 1024;
    Sha256 hash;
    check_size(status_of(file, name).st_size, name, limit);
    for (std::int64_t offset = 0;;) {
        between();
        check_size(offset, name, limit); // the file may grow meanwhile
        const std::string bytes = read_range(file, name, offset, step);
        if (bytes.empty())
            return hash;
        hash.add(bytes);
        offset += static_cast<std::int64_t>(bytes.size());
    }
}

std::string sha256(const File& file, std::string_view name, const HashLimit& limit,
    const std::function<void()>& between)
{
    return hash_of(file, name, limit, between).digits();
}

GrowthHashes sha256_of_growth(
    const File& file, std::string_view name, std::string_view appended, const HashLimit& limit)
{
    const Sha256 before = hash_of(file, name, limit, [] {});
    Sha256 after = before;
    after.add(appended);
    return {before.digits(), after.digits()};
}

}
