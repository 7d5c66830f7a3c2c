#pragma once

#include "agent/audit/audit.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/oauth/sign_in.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/servers/callback.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// The services that a sign-in uses.
struct SignInSetting {
    const redaction::Redaction& redaction;
    audit::Audit& audit;
    system::Cancel& cancel;
};

inline constexpr std::chrono::minutes max_time_of_sign_in {10};
inline constexpr const char* sign_in_timed_out = "nobody has signed in within 10 minutes";

// A sign-in by a browser without its dialogue. Call discover(), listen() and make_request(), then
// step() until has_response(), then finish() and record(). discover(), make_request() and finish()
// block until the servers have responded, and throw the errors of oauth::SignIn, with IO_ERROR for
// errors of a server.
class SignInFlow {
public:
    // `entry` must outlive it. `port` is that of the redirect URI; 0: that of the entry or
    // registration, or any free port. Throws BAD_REQUEST if the server has no sign-in.
    SignInFlow(const agent::mcp::ServerEntry& entry, int port, const SignInSetting& by);
    SignInFlow(const SignInFlow&) = delete;
    SignInFlow& operator=(const SignInFlow&) = delete;

    bool is_by_person() const { return !server.settings.is_client_credentials; }

    // Returns the protocol, for a dialogue about the client.
    oauth::SignIn& protocol() { return sign_in; }

    void discover();

    // Opens the listener of the redirect URI. If the port of an earlier registration is in use,
    // listens on another port, and make_request() registers a client for it.
    void listen();
    const std::string& redirect_uri() const { return redirect; }

    // Finds or registers the client, and makes the URL.
    void make_request();
    const std::string& url() const { return page; }

    // True if the client was registered by an earlier sign-in. If the authorization server has
    // deleted it since, only the browser shows the error.
    bool has_stored_client() const { return origin == oauth::SignIn::Origin::stored; }

    // Returns lines for the person to read before they open the URL, such as "sign in
    // https://auth.example.com". The lines contain no control characters.
    std::vector<std::string> lines() const;

    // Returns the message for a pasted text that is not an address of this sign-in.
    std::string message_about_address() const;

    // Takes a pasted address, or its query. Returns false if it does not belong to this sign-in.
    bool take_pasted(std::string_view text) { return take_response(oauth::pasted_query(text)); }

    bool has_response() const { return code || failure; }

    // Deletes the stored client if there was no response.
    void forget_client();

    // Gets the token and stores it. Throws the error of the response.
    void finish();

    // Gets and stores the token by the credentials of the client, after discover() alone.
    void finish_by_credentials();

    // Adds the finished sign-in to the audit trail. Throws the errors of audit::Audit.
    void record();

    // True while a page is being sent to the browser.
    bool has_to_write() const { return callback && callback->has_to_write(); }

    void watch(system::Watch& watch) const;
    void step(const system::Watch& watch);

private:
    bool take_response(const std::string& query);
    std::vector<std::string> issuer_lines() const;

    const agent::mcp::ServerEntry& entry;
    SignInSetting by;
    oauth::ProtectedServer server;
    oauth::TokenStore store;
    oauth::SignIn sign_in;
    std::optional<Callback> callback;
    std::string redirect;
    std::string page; // the URL
    oauth::SignIn::Origin origin = oauth::SignIn::Origin::registered;
    std::optional<oauth::AuthorizationRequest> request;
    std::optional<std::string> code;
    std::optional<ToolError> failure;
    oauth::Token token;
};

}
