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

// The token of a server while requests are sent to it: whether there is one, and its renewal. Here
// nothing waits: whoever has it waits for what watch() adds, then steps. It never signs in.
class Credentials {
public:
    // `login` is what the command `agentcli mcp login` is given to sign in: a name or a URL.
    Credentials(ProtectedServer server, std::string login, TokenStore store = TokenStore());

    // Reads the stored token again: another process may have signed in, out, or renewed it. Throws
    // BAD_REQUEST if the file cannot be relied on.
    void load();

    // The token to send; empty if there is none.
    const std::string& access() const { return token.access; }

    // Increases with each other token, so that a reply tells which one was refused.
    std::uint64_t generation() const { return number; }

    // Begins to renew a token that expires soon. To be called before a request.
    void prepare();

    // It is being renewed: requests wait, at most 30 s.
    bool is_busy() const { return stage != Stage::idle; }

    // The server has answered 401 to a request with the token of this generation. Returns true if
    // the request may be sent again, once, when is_busy() has ended.
    bool may_send_again(std::uint64_t used);

    // The server has answered 403 to a request with the token of this generation, because of its
    // scopes (`insufficient_scope`). Returns true if another process has stored another token, with
    // which the request may be sent again, once.
    bool has_other_token(std::uint64_t used);

    // The server has answered so, and the request is not sent again. The scopes are stored for the
    // next sign-in, unless another one has taken place.
    void want_scopes(const std::string& scopes);

    // Why the last request was refused, and what helps: "needs a sign-in: run 'agentcli mcp login
    // tracker'".
    const std::string& why() const { return obstacle; }

    // The command that signs in: "agentcli mcp login tracker".
    std::string login_command() const { return "agentcli mcp login " + login; }

    // No request is worth a try until load() finds another token: none was accepted a moment ago.
    bool is_barred() const;

    // Replaces the token, its predecessor, and the secret of the client by "[redacted]" in what a
    // server sends.
    std::string without_token(std::string text) const;

    // What has happened since, for the audit.
    struct Event {
        const char* state; // "token-renewed", "token-lost", "scope-wanted"
        std::string issuer;
        std::string scopes;
        std::string failure; // empty if it went well
    };
    std::vector<Event> take_events() { return std::exchange(events, {}); }

    void watch(system::Watch& watch) const;
    void step();

private:
    using Clock = system::Watch::Clock;
    enum class Stage { idle, locking, requesting, pausing };

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
    std::string previous_access; // may still come back from the server
    std::uint64_t number = 0;
    std::string obstacle;
    std::optional<Clock::time_point> barred_until;
    Stage stage = Stage::idle;
    File lock; // while the token is renewed
    std::unique_ptr<Fetch> fetch;
    int attempts = 0;
    Clock::time_point deadline; // of the renewal
    Clock::time_point next_try;
    std::optional<Clock::time_point> failed_at; // the last renewal
    std::vector<Event> events;
};

}
