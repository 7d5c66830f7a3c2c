#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/mcp/server_entry.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace agent::mcp {

using namespace toolkit;

// A sign-in that a server requires. The entry exists until the sign-in has ended or is withdrawn.
struct WantedSignIn {
    const ServerEntry& server;
    calls::CallId call = 0; // that waits for the sign-in; 0: no call waits
    std::string scopes = {}; // further access that the call needs; empty: it needs a token
};

// The commands in messages to the operator, each followed by the name of a server.
struct CommandsOfServers {
    std::string sign_in = "agentcli mcp login";
    std::string retry = "agentcli mcp check";
};

// How a sign-in has ended.
struct SignInEnd {
    bool is_signed_in = false;
    std::string text = {}; // "signed in at 'https://auth.example.com'", or why there is no token

    // The reason for the model, without text of a server.
    std::string reason = "the sign-in has failed";

    bool was_asked = true; // false if it failed before a person was asked
};

// Signs in to servers by asking a person, without waiting for the answer.
class SignInPrompter {
public:
    SignInPrompter() = default;
    SignInPrompter(const SignInPrompter&) = delete;
    SignInPrompter& operator=(const SignInPrompter&) = delete;
    virtual ~SignInPrompter() = default;

    // True if a person is asked when a server requires a sign-in to start, and not only when a call
    // waits for it.
    virtual bool asks_at_start() const = 0;

    // Begins a sign-in, and returns its number. May block until the authorization server has
    // replied; meanwhile messages of the operator are read.
    virtual std::uint64_t begin(const WantedSignIn& wanted) = 0;

    // Returns how a sign-in has ended, once. The token is stored by then.
    virtual std::optional<SignInEnd> take(std::uint64_t number) = 0;

    // Abandons a sign-in that is no longer needed. Has no effect if take() has returned its end.
    virtual void withdraw(std::uint64_t number) = 0;

    // Wait for and continue one sign-in. step() may block as begin() does.
    virtual void watch(std::uint64_t number, system::Watch& watch) const = 0;
    virtual void step(std::uint64_t number) = 0;
};

}
