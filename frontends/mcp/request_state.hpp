#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace frontends::mcp {

// The subject of a question in the modern era. The state contains only a hash of it.
struct AskedCall {
    std::string tool;
    std::string arguments_hash; // SHA-256 of the arguments with which the call would run
    std::string principal;
    std::string effect_hash; // of the dry run that was shown
};

// Issues and verifies the states of questions in the modern era, which clients return with their
// answers. A state consists of a nonce, an expiry time and an HMAC-SHA-256 over these and the call,
// with a key of this process, in hexadecimal digits. It is valid once, until it expires.
class RequestStates {
public:
    using Clock = std::chrono::steady_clock;

    explicit RequestStates(std::chrono::milliseconds time = std::chrono::minutes(10));

    // Returns a new state.
    std::string issue(const AskedCall& call) const;

    // The result of the verification of a state: `valid` if it was issued for a question about this
    // call, has not expired and was not taken before; `other_effect` if only the dry run that was
    // shown differs. Only the length and the digits are examined before the HMAC is verified.
    enum class Verdict { valid, other_effect, invalid };

    // Verifies a state, and marks it as taken unless it is invalid.
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
