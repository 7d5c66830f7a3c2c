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
    calls::CallId call = 0; // the call that waits for it; 0: none
    std::string scopes = {}; // further access that the call needs; empty: it needs a token
};

// The commands that are named to the operator, each followed by the name of a server.
struct CommandsOfServers {
    std::string sign_in = "agentcli mcp login";
    std::string retry = "agentcli mcp check";
};

// How a sign-in has ended.
struct SignInEnd {
    bool is_signed_in = false;
    std::string text = {}; // "signed in at 'https://auth.example.com'", or why there is no token

    // For the model: without words of a server.
    std::string reason = "the sign-in has failed";

    bool was_asked = false; // a person was asked
};

// Signs in to servers where a person can be asked. Does not wait for the person.
class SignInPrompter {
public:
    SignInPrompter() = default;
    SignInPrompter(const SignInPrompter&) = delete;
    SignInPrompter& operator=(const SignInPrompter&) = delete;
    virtual ~SignInPrompter() = default;

    // True if a server that is started is signed in to without a call that waits for it.
    virtual bool asks_at_start() const = 0;

    // Begins a sign-in, and returns its number. May block until the authorization server has
    // replied; meanwhile messages of the operator are read.
    virtual std::uint64_t begin(const WantedSignIn& wanted) = 0;

    // Returns how a sign-in has ended, once. The token is stored by then.
    virtual std::optional<SignInEnd> take(std::uint64_t number) = 0;

    // Ends a sign-in that is no longer needed. Has no effect if its end was taken.
    virtual void withdraw(std::uint64_t number) = 0;

    // Wait for and continue one sign-in. step() may block as begin() does.
    virtual void watch(std::uint64_t number, system::Watch& watch) const = 0;
    virtual void step(std::uint64_t number) = 0;
};

}
