// See toolkit/system/hash.cpp.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "git_blob.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/text/hexadecimal.hpp"

#include <openssl/sha.h>

#include <array>
#include <string>

namespace apply_patch::apply {

using namespace toolkit;

static constexpr std::size_t fewest_digits = 4; // git's own minimum (core.abbrev)

static std::string sha1(std::string_view head, std::string_view text)
{
    std::array<unsigned char, SHA_DIGEST_LENGTH> digest {};
    SHA_CTX context {};
    SHA1_Init(&context);
    SHA1_Update(&context, head.data(), head.size());
    SHA1_Update(&context, text.data(), text.size());
    SHA1_Final(digest.data(), &context);
    return text::hexadecimal(digest);
}

bool is_git_blob(std::string_view text, std::string_view first_digits)
{
    if (first_digits.size() < fewest_digits)
        return false;
    const std::string head = "blob " + std::to_string(text.size()) + '\0';
    return sha1(head, text).starts_with(first_digits)
        || system::sha256(head + std::string(text)).starts_with(first_digits);
}

}
