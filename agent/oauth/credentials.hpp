#pragma once

#include "agent/oauth/fetch.hpp"
#include "agent/oauth/sign_in.hpp"
#include "agent/oauth/token.hpp"
#include "agent/oauth/token_store.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// The token of a server and its renewal while requests are sent. Never signs in, and never blocks:
// its owner waits for what watch() adds, and then calls step().
class Credentials {
public:
    // `login` is the command that signs in: "agentcli mcp login tracker".
    Credentials(ProtectedServer server, std::string login, TokenStore store = TokenStore());

    // Reads the stored token again, unless is_busy(): another process may have signed in, signed
    // out, or renewed it. Throws BAD_REQUEST if the file cannot be trusted.
    void load();

    // Returns the token to send; empty if there is none.
    const std::string& access() const { return token.access; }

    // Returns a number that identifies the token, so that a refusal can be matched with it.
    std::uint64_t generation() const { return number; }

    // Begins to renew the token if it expires soon. Must be called before each request.
    void prepare();

    // True while the token is being renewed, when requests must wait. No attempt begins after about
    // 30 s.
    bool is_busy() const { return stage != Stage::idle; }

    // Handles status 401 of a request with the token of this generation: finds another token or
    // begins a renewal. Returns true if the request may be sent again, once, when no longer
    // is_busy().
    bool may_send_again(std::uint64_t used);

    // Handles status 403 (`insufficient_scope`) of a request with the token of this generation.
    // Returns true if another process has stored another token, with which the request may be sent
    // again, once.
    bool has_other_token(std::uint64_t used);

    // Handles status 403 if the request is not sent again: stores the scopes that it needs for the
    // next sign-in, unless another process has stored another token.
    void want_scopes(const std::string& scopes);

    // Returns why the last request was refused, and what to do: "needs a sign-in: run 'agentcli mcp
    // login tracker'".
    const std::string& why() const { return obstacle; }

    // Returns the command that signs in.
    const std::string& login_command() const { return login; }

    // True for 5 minutes after the server refused a new token, unless load() finds another one:
    // further requests would be refused as well.
    bool is_barred() const;

    // Replaces the tokens, the previous access token, and the secret of the client by "[redacted]"
    // in text of a server.
    std::string without_token(std::string text) const;

    // A line of the audit trail.
    struct Event {
        const char* state; // "token-renewed", "token-lost", "scope-wanted"
        std::string issuer;
        std::string scopes;
        std::string failure; // empty on success
    };

    // Returns the events since the last call.
    std::vector<Event> take_events() { return std::exchange(events, {}); }

    void watch(system::Watch& watch) const;
    void step();

private:
    using Clock = system::Watch::Clock;
    enum class Stage { idle, locking, requesting, pausing };

    Token stored_token() const;
    std::string advice() const { return ": run '" + login_command() + "'"; }
    void begin_renewal();
    void take_lock();
    void request();
    void take_reply();
    void retry(const std::string& failure);
    void finish(const std::string& failure);
    void lose(const std::string& failure);
    bool load_again();
    bool has_just_failed() const;
    void forget_client() const;
    void replace(Token other);
    void report(const char* state, const std::string& failure);

    ProtectedServer server;
    std::string login;
    TokenStore store;
    Token token;
    std::string previous_access; // the server may still send it back
    std::uint64_t number = 0;
    std::string obstacle;
    std::optional<Clock::time_point> barred_until;
    Stage stage = Stage::idle;
    File lock; // held while the token is renewed
    std::unique_ptr<Fetch> fetch;
    int attempts = 0;
    Clock::time_point deadline; // deadline of the renewal
    Clock::time_point next_try;
    std::optional<Clock::time_point> failed_at; // time of the last failed renewal
    std::vector<Event> events;
};

}
