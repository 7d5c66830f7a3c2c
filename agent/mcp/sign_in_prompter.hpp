#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/mcp/server_entry.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// A sign-in that a server requires. The entry must exist until the sign-in has ended or is
// withdrawn.
struct WantedSignIn {
    const ServerEntry& server;
    calls::CallId call = 0; // call that waits for the sign-in; 0: none
    std::string scopes = {}; // further scopes that the call needs; empty: it needs a token
};

// The commands in messages to the operator, each followed by the name of a server.
struct CommandsOfServers {
    std::string sign_in = "agentcli mcp login";
    std::string retry = "agentcli mcp check";
};

// The outcome of a sign-in.
struct SignInEnd {
    bool is_signed_in = false;
    std::string text = {}; // "signed in at 'https://auth.example.com'", or why there is no token

    // The reason for the model, without text from a server.
    std::string reason = "the sign-in has failed";

    bool was_asked = true; // false if it failed before a person was asked
};

// Signs in to servers by asking a person. Does not wait for the answer.
class SignInPrompter {
public:
    SignInPrompter() = default;
    SignInPrompter(const SignInPrompter&) = delete;
    SignInPrompter& operator=(const SignInPrompter&) = delete;
    virtual ~SignInPrompter() = default;

    // True if a person is asked when a server requires a sign-in to start, not only when a call
    // waits for it.
    virtual bool asks_at_start() const = 0;

    // Begins a sign-in, and returns its number. May block until the authorization server has
    // responded; messages of the operator are read meanwhile.
    virtual std::uint64_t begin(const WantedSignIn& wanted) = 0;

    // Returns the outcome of a sign-in, once; nullopt until it ends. The token is already stored.
    virtual std::optional<SignInEnd> take(std::uint64_t number) = 0;

    // Abandons a sign-in that is no longer needed. Has no effect if take() returned its outcome.
    virtual void withdraw(std::uint64_t number) = 0;

    // watch() adds what to wait for, step() continues the sign-in. step() may block like begin().
    virtual void watch(std::uint64_t number, system::Watch& watch) const = 0;
    virtual void step(std::uint64_t number) = 0;
};

}
