#include "frontends/mcp/request_state.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/random.hpp"
#include "toolkit/text/percent_encoding.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace frontends::mcp {

using namespace toolkit;

// The parts of a state in hexadecimal digits: the nonce, the expiry time in milliseconds, the HMAC
// of the effect, and the HMAC of everything.
static constexpr std::size_t nonce_length = 2 * system::random_name_length;
static constexpr std::size_t end_length = 16;
static constexpr std::size_t mac_length = 64;
static constexpr std::size_t body_length = nonce_length + end_length + mac_length;
static constexpr std::size_t state_length = body_length + mac_length;

static std::uint64_t milliseconds_now()
{
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
        RequestStates::Clock::now().time_since_epoch())
                                          .count());
}

static std::string digits_of(std::uint64_t number)
{
    std::array<unsigned char, end_length / 2> bytes {};
    for (std::size_t at = bytes.size(); at-- > 0; number >>= 8U)
        bytes.at(at) = static_cast<unsigned char>(number & 0xffU);
    return text::hexadecimal(bytes);
}

// Parses a number in hexadecimal digits.
static std::uint64_t number_in(std::string_view digits)
{
    std::uint64_t number = 0;
    for (const char digit : digits)
        number = number * 16
            + static_cast<std::uint64_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    return number;
}

static bool is_same(std::string_view one, std::string_view other)
{
    return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

RequestStates::RequestStates(std::chrono::milliseconds time)
    : time(time)
{
    system::fill_randomly(key, "a key");
}

std::string RequestStates::authenticated(const std::string& text) const
{
    std::array<unsigned char, mac_length / 2> mac {};
    unsigned int length = 0;
    if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
            reinterpret_cast<const unsigned char*>(text.data()), text.size(), mac.data(), &length)
        == nullptr)
        throw ToolError(Code::internal, "cannot authenticate a question");
    return text::hexadecimal(mac);
}

std::string RequestStates::body(
    const std::string& nonce, std::uint64_t end, const AskedCall& call) const
{
    return nonce + digits_of(end) + authenticated("effect " + call.effect_hash);
}

// Adds the length before each part of the authenticated text, so that no part can be mistaken for
// another.
std::string RequestStates::sealed(const std::string& body, const AskedCall& call) const
{
    std::string text = "call ";
    for (const std::string* part : {&body, &call.tool, &call.arguments_hash, &call.principal})
        text += std::to_string(part->size()) + ":" + *part;
    return body + authenticated(text);
}

std::string RequestStates::issue(const AskedCall& call) const
{
    const std::string nonce = system::random_name() + system::random_name();
    const std::uint64_t end = milliseconds_now() + static_cast<std::uint64_t>(time.count());
    return sealed(body(nonce, end, call), call);
}

void RequestStates::forget_ended()
{
    const std::uint64_t now = milliseconds_now();
    std::erase_if(taken, [&](const auto& entry) { return entry.second <= now; });
}

RequestStates::Verdict RequestStates::take(const std::string& state, const AskedCall& call)
{
    if (state.size() != state_length
        || state.find_first_not_of("0123456789abcdef") != std::string::npos
        || !is_same(sealed(state.substr(0, body_length), call), state))
        return Verdict::invalid;
    const std::string nonce = state.substr(0, nonce_length);
    const std::uint64_t end = number_in(std::string_view(state).substr(nonce_length, end_length));
    forget_ended();
    if (end <= milliseconds_now() || !taken.emplace(nonce, end).second)
        return Verdict::invalid;
    const std::string expected = body(nonce, end, call);
    return is_same(expected, std::string_view(state).substr(0, body_length))
        ? Verdict::valid
        : Verdict::other_effect;
}

}
