// OpenSSL's one-shot calls and EVP load providers and read OPENSSL_CONF, which costs a millisecond and
// listens to the environment. The low-level calls do neither; they are marked deprecated, not wrong.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "toolkit/hash.hpp"

#include <openssl/sha.h>

#include <array>

std::string hexadecimal(std::span<const unsigned char> bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes)
        text += {digits[byte >> 4U], digits[byte & 15U]};
    return text;
}

namespace {

class Sha256 {
public:
    Sha256() { SHA256_Init(&context); }
    void add(std::string_view bytes) { SHA256_Update(&context, bytes.data(), bytes.size()); }
    std::string digits() const
    {
        std::array<unsigned char, SHA256_DIGEST_LENGTH> digest {};
        SHA256_CTX finished = context;
        SHA256_Final(digest.data(), &finished);
        return hexadecimal(digest);
    }

private:
    SHA256_CTX context {};
};

}

std::string sha256(std::string_view bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.digits();
}

static Sha256 hash_of(const File& file, std::string_view name)
{
    constexpr std::size_t step = std::size_t {256} * 1024;
    Sha256 hash;
    for (std::int64_t offset = 0;;) {
        const std::string bytes = read_range(file, name, offset, step);
        if (bytes.empty())
            return hash;
        hash.add(bytes);
        offset += static_cast<std::int64_t>(bytes.size());
    }
}

std::string sha256(const File& file, std::string_view name) { return hash_of(file, name).digits(); }

GrowthHashes sha256_of_growth(const File& file, std::string_view name, std::string_view appended)
{
    const Sha256 before = hash_of(file, name);
    Sha256 after = before;
    after.add(appended);
    return {before.digits(), after.digits()};
}
