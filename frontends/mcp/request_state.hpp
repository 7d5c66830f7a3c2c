#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace frontends::mcp {

// The call that a question of the modern era is about. The state contains only a hash of it.
struct AskedCall {
    std::string tool;
    std::string arguments_hash; // SHA-256 of the arguments as they are run
    std::string principal;
    std::string effect_hash; // of the dry run that was shown
};

// The requestStates that are sent with questions of the modern era, and that the client sends back
// with its answer. Each consists of a nonce, an expiry time and an HMAC-SHA-256 of both and the
// call, under a key of this process, in hexadecimal digits. A state is valid once, until it
// expires.
class RequestStates {
public:
    using Clock = std::chrono::steady_clock;

    explicit RequestStates(std::chrono::milliseconds time = std::chrono::minutes(10));

    std::string issue(const AskedCall& call) const;

    // `valid`: the state was issued for a question about this call, has not expired, and was not
    // taken before. `other_effect`: the same, but the question showed another effect. Before the
    // HMAC is verified, only the length and the digits of a state are checked.
    enum class Verdict { valid, other_effect, invalid };

    // Checks a state, and marks it as taken unless it is invalid.
    Verdict take(const std::string& state, const AskedCall& call);

private:
    std::string authenticated(const std::string& text) const;
    std::string body(const std::string& nonce, std::uint64_t end, const AskedCall& call) const;
    std::string sealed(const std::string& body, const AskedCall& call) const;
    void forget_ended();

    std::chrono::milliseconds time;
    std::array<unsigned char, 32> key {};
    std::map<std::string, std::uint64_t> taken; // expiry times by nonce
};

}
