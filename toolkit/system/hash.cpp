// OpenSSL's one-shot calls and EVP load providers and read OPENSSL_CONF, which costs a millisecond
// and depends on the environment. The low-level calls do neither; they are deprecated but not
// wrong.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "toolkit/system/hash.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <openssl/sha.h>

#include <array>

// The linker (--wrap=OPENSSL_cpuid_setup) makes libcrypto's constructor call the first function;
// the second one is the original.
// NOLINTBEGIN: the names are reserved
extern "C" void __wrap_OPENSSL_cpuid_setup();
extern "C" __attribute__((used)) void __wrap_OPENSSL_cpuid_setup() { }
extern "C" void __real_OPENSSL_cpuid_setup();
// NOLINTEND

namespace toolkit::system {

namespace {

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
    SHA_CTX sha1 {};
};

RunningHash::RunningHash(HashKind kind)
    : state(std::make_unique<State>(State {kind}))
{
    SHA1_Init(&state->sha1);
}

RunningHash::~RunningHash() = default;

void RunningHash::add(std::string_view bytes)
{
    if (state->kind == HashKind::sha256)
        return state->sha256.add(bytes);
    if (bytes.size() >= worth_asking)
        use_fast_instructions();
    SHA1_Update(&state->sha1, bytes.data(), bytes.size());
}

std::string RunningHash::digits() const
{
    if (state->kind == HashKind::sha256)
        return state->sha256.digits();
    std::array<unsigned char, SHA_DIGEST_LENGTH> digest {};
    SHA_CTX finished = state->sha1;
    SHA1_Final(digest.data(), &finished);
    return text::hexadecimal(digest);
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
    if (size > limit.max_bytes)
        throw ToolError(Code::too_large,
            "cannot " + std::string(limit.attempt) + " " + text::in_quotes(name) + ": it has "
                + std::to_string(size) + " bytes, and the limit is "
                + std::to_string(limit.max_bytes),
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
