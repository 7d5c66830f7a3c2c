#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace frontends::mcp {

// What a question of the modern era is about (E4). None of it is in the state but its hash.
struct AskedCall {
    std::string tool;
    std::string arguments_hash; // SHA-256 of the arguments as they are run
    std::string principal;
    std::string effect_hash; // of the dry run that was shown
};

// The states that go with questions of the modern era: what the client sends back with its answer.
// Each is a nonce, an end and an HMAC-SHA-256 over these and the call, under a key of this process,
// in hexadecimal digits. A state counts once, until its end.
class RequestStates {
public:
    using Clock = std::chrono::steady_clock;

    explicit RequestStates(std::chrono::milliseconds time = std::chrono::minutes(10));

    std::string issue(const AskedCall& call) const;

    // Is this a state that was issued for a question about this call, whatever was shown, has not
    // ended, and has not been taken? Of a wrong one nothing but its length and its digits is
    // looked at before its HMAC.
    enum class Verdict { valid, other_effect, invalid };

    // Takes it, if it is not invalid.
    Verdict take(const std::string& state, const AskedCall& call);

private:
    std::string authenticated(const std::string& text) const;
    std::string body(const std::string& nonce, std::uint64_t end, const AskedCall& call) const;
    std::string sealed(const std::string& body, const AskedCall& call) const;
    void forget_ended();

    std::chrono::milliseconds time;
    std::array<unsigned char, 32> key {};
    std::map<std::string, std::uint64_t> taken; // the end of each, by its nonce
};

}
