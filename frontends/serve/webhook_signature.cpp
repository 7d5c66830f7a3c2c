#include "frontends/serve/webhook_signature.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <optional>

namespace frontends::serve {

using namespace toolkit;

static std::string webhook_key_in(std::string_view line)
{
    constexpr std::string_view prefix = "whsec_";
    constexpr std::size_t min_bytes = 24;
    constexpr std::size_t max_bytes = 64;
    if (line.starts_with(prefix))
        line.remove_prefix(prefix.size());
    std::optional<std::string> key = text::base64_decode(line);
    if (!key || key->size() < min_bytes || key->size() > max_bytes)
        throw ToolError(Code::bad_request,
            "the file of the webhook secret has a line that is not a secret",
            "a secret is whsec_ and the base64 of 24 to 64 bytes: "
            "echo \"whsec_$(openssl rand -base64 32)\"");
    return *std::move(key);
}

std::vector<std::string> webhook_keys_in(std::string_view text)
{
    std::vector<std::string> keys;
    while (!text.empty()) {
        const std::string_view line = text::stripped(text.substr(0, text.find('\n')));
        if (!line.empty())
            keys.push_back(webhook_key_in(line));
        text.remove_prefix(std::min(text.size(), text.find('\n')));
        text.remove_prefix(text.empty() ? 0 : 1);
    }
    if (keys.empty())
        throw ToolError(Code::bad_request, "the file of the webhook secret is empty",
            "echo \"whsec_$(openssl rand -base64 32)\" makes a secret");
    return keys;
}

std::string webhook_signature(const std::vector<std::string>& keys, const WebhookAttempt& attempt)
{
    const std::string text = attempt.id + "." + attempt.timestamp + "." + std::string(attempt.body);
    std::string value;
    for (const auto& key : keys) {
        std::array<unsigned char, EVP_MAX_MD_SIZE> mac {};
        unsigned int length = 0;
        if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
                reinterpret_cast<const unsigned char*>(text.data()), text.size(), mac.data(),
                &length)
            == nullptr)
            throw ToolError(Code::internal, "cannot sign a webhook");
        const std::string_view bytes(reinterpret_cast<const char*>(mac.data()), length);
        value += (value.empty() ? "v1," : " v1,") + text::base64_encode(bytes);
    }
    return value;
}

}
