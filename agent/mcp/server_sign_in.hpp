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

// Begins sign-ins at one server, one at a time, and limits how often a person is asked.
class ServerSignIn {
public:
    // `entry` must outlive this object. If `prompter` is null, is_possible() is false.
    ServerSignIn(const ServerEntry& entry, std::shared_ptr<SignInPrompter> prompter)
        : entry(entry)
        , prompter(std::move(prompter))
    {
    }
    ServerSignIn(const ServerSignIn&) = delete;
    ServerSignIn& operator=(const ServerSignIn&) = delete;
    ~ServerSignIn() { withdraw(); }

    using Clock = system::Watch::Clock;

    // True if the entry allows a sign-in and there is a prompter.
    bool is_possible() const { return prompter != nullptr && may_sign_in(entry); }
    bool asks_at_start() const { return is_possible() && prompter->asks_at_start(); }
    bool is_open() const { return number != 0; }

    // True if a person may be asked on behalf of the server: at most twice an hour for a token
    // (`tool` is empty), and twice an hour for further scopes of each tool.
    bool may_begin(const std::string& tool) const;

    // Begins a sign-in for a call; 0: no call waits. Requires is_possible() and not is_open().
    // `scopes` is the further access that `tool` needs; both are empty if the server requires a
    // token.
    void begin(calls::CallId call, const std::string& tool, const std::string& scopes);

    // Begins a sign-in at the request of the operator, which may_begin() does not count.
    void begin_for_operator();

    // True if the open sign-in was begun for a call.
    bool is_of_call() const { return is_open() && of_call; }

    // Returns the outcome of the open sign-in, once; nullopt until it ends.
    std::optional<SignInEnd> take_end();

    // Abandons the open sign-in.
    void withdraw();

    void watch(system::Watch& watch) const;
    void step();

private:
    void count(const std::string& tool);
    void count_for_a_minute();

    const ServerEntry& entry;
    std::shared_ptr<SignInPrompter> prompter;
    std::uint64_t number = 0; // number at the prompter; 0: no sign-in is open
    bool of_call = false;
    std::map<std::string, std::deque<Clock::time_point>> begun; // times of recent sign-ins by tool
    std::deque<Clock::time_point>* counted_in = nullptr; // element of `begun`; null: not counted
};

}
