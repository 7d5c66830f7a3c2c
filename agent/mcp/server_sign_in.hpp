#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/mcp/sign_in_prompter.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace agent::mcp {

using namespace toolkit;

// The sign-in at one server that is under way, if there is one.
class ServerSignIn {
public:
    // `entry` must outlive it. Without a prompter nobody can be asked.
    ServerSignIn(const ServerEntry& entry, std::shared_ptr<SignInPrompter> prompter)
        : entry(entry)
        , prompter(std::move(prompter))
    {
    }
    ServerSignIn(const ServerSignIn&) = delete;
    ServerSignIn& operator=(const ServerSignIn&) = delete;
    ~ServerSignIn() { withdraw(); }

    using Clock = system::Watch::Clock;

    // True if the server may have a sign-in, and somebody can be asked.
    bool is_possible() const { return prompter != nullptr && may_sign_in(entry); }
    bool asks_at_start() const { return is_possible() && prompter->asks_at_start(); }
    bool is_open() const { return number != 0; }

    // True if a person may be asked on behalf of the server: at most twice an hour for a token
    // (`tool` is empty), and as often for further access of each tool.
    bool may_begin(const std::string& tool) const;

    // Begins a sign-in for a call, or for none (0). Must not be open; is_possible() must be true.
    // `scopes` is the further access that `tool` needs; both are empty if the server requires a
    // token.
    void begin(calls::CallId call, const std::string& tool, const std::string& scopes);

    // Begins a sign-in that the operator has asked for, which may_begin() does not count.
    void begin_for_operator();

    // True if it was begun for a call.
    bool is_of_call() const { return is_open() && of_call; }

    // Returns how it has ended, once.
    std::optional<SignInEnd> take_end();

    // Ends a sign-in that is open.
    void withdraw();

    void watch(system::Watch& watch) const;
    void step();

private:
    void count(const std::string& tool);
    void count_for_a_minute();

    const ServerEntry& entry;
    std::shared_ptr<SignInPrompter> prompter;
    std::uint64_t number = 0; // at the prompter; 0: none is open
    bool of_call = false;
    std::map<std::string, std::deque<Clock::time_point>> begun; // by tool
    std::deque<Clock::time_point>* counted_in = nullptr; // of `begun`, if the open one is counted
};

}
