#pragma once

#include "agent/oauth/authorization.hpp"
#include "agent/oauth/client.hpp"
#include "agent/oauth/fetch.hpp"
#include "agent/oauth/metadata.hpp"
#include "agent/oauth/token.hpp"
#include "agent/oauth/token_store.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// A server that may require a sign-in, and the sign-in settings of its entry.
struct ProtectedServer {
    Account account;
    Settings settings = {};
    // Headers of the entry; sent to the server only.
    std::map<std::string, std::string> headers = {};
    std::string ca_file = {};
};

// True if the client secret of the entry may be sent to an authorization server that no person has
// confirmed: the entry names it, it has the origin of the MCP server, or the MCP server is on
// loopback. In all other cases the authorization server was chosen by the MCP server alone.
bool may_get_secret(const ProtectedServer& server, const std::string& issuer);

// The steps of a sign-in, in order: discover(), client_for(), then by the grant either
// authorization_request() and exchange(), or by_credentials(). Each waits for the replies of
// endpoints, at most 10 s for one, 30 s and 8 requests for the discovery. All throw what
// oauth::Fetch throws, PERMISSION_DENIED if a check fails, UNSUPPORTED for servers that agentcli
// cannot sign in to, BAD_REQUEST for malformed replies, and INTERNAL "interrupted".
class SignIn {
public:
    // The arguments must outlive the object.
    SignIn(const ProtectedServer& server, const TokenStore& store, system::Cancel& cancel);

    // Finds the authorization server. Throws BAD_REQUEST if the server does not require a sign-in.
    void discover();

    const std::string& issuer() const { return metadata.issuer; }

    // Returns the other authorization servers that the server names.
    const std::vector<std::string>& other_issuers() const { return others; }

    // Returns the issuer of the stored token if it is another one; otherwise an empty string.
    std::string earlier_issuer() const;

    const std::string& scopes() const { return requested; }
    bool has_resource_metadata() const { return is_described; }

    // Returns the names of the other entries that have a token of this issuer.
    std::vector<std::string> sharing_entries() const;

    // Returns the port in the redirect URI of the configured or stored client; 0: any port.
    int preferred_port() const;

    // True if there is no client and the authorization server does not support dynamic
    // registration.
    bool needs_client() const;

    // Stores a client that was registered by hand. `secret` is empty if it has none.
    void keep_client(
        const std::string& id, const std::string& secret, const std::string& redirect_uri);

    // Deletes the stored client of the issuer, which may no longer know it: the next sign-in
    // registers another one.
    void forget_client() const { store.forget_client(metadata.issuer); }

    // Makes client_for() ignore the stored client if the authorization server supports dynamic
    // registration.
    void register_again() { registers_again = !metadata.registration_endpoint.empty(); }

    // Finds or registers the client. `redirect_uri` has the host 127.0.0.1, and is changed to
    // localhost if the server accepts only that.
    enum class Origin { configured, by_url, stored, registered };
    Origin client_for(std::string& redirect_uri);

    AuthorizationRequest authorization_request(const std::string& redirect_uri) const;

    // Exchanges a code for a token, and stores the token.
    Token exchange(const AuthorizationRequest& request, const std::string& code);

    // Requests a token with the client credentials, and stores it. Throws PERMISSION_DENIED unless
    // may_get_secret().
    Token by_credentials();

private:
    using Clock = system::Watch::Clock;

    Fetch::Reply ask_server();
    std::optional<std::string> document_at(const std::string& url, const char* what);
    std::optional<ResourceMetadata> find_resource(const std::string& challenged);
    ServerMetadata server_of(const std::string& issuer);
    void choose_server(const std::vector<std::string>& listed);
    void use_server_of_origin(bool is_challenged);
    void choose_scopes(const std::string& challenged, std::vector<std::string> of_resource);
    void check_configured_client() const;
    Client register_client(std::string& redirect_uri);
    Token new_token() const;
    Token keep(Token token, const Fetch::Reply& reply);
    void check_audience(const Token& token) const;
    Fetch::Reply fetch(const Fetch::Request& request);

    const ProtectedServer& server;
    const TokenStore& store;
    system::Cancel& cancel;
    std::optional<Token> earlier; // the stored token
    EndpointRules rules;
    int requests = 0; // of the discovery
    Clock::time_point deadline; // of the discovery
    bool registers_again = false;
    bool is_described = false; // the server has resource metadata
    std::string its_resource;
    ServerMetadata metadata;
    std::vector<std::string> others;
    std::string requested;
    Client client;
};

// Waits at most 30 s for the lock of an account, and returns it. Throws TIMED_OUT, and INTERNAL
// "interrupted".
File locked(const TokenStore& store, const Account& account, system::Cancel& cancel);

struct SignedOut {
    std::string issuer;
    std::optional<std::string> failure = {}; // why the token was not revoked
};

// Asks the authorization server to revoke the token of a server if it has an endpoint for that, and
// deletes the token in any case. Returns nullopt if there was no token.
std::optional<SignedOut> sign_out(
    const ProtectedServer& server, const TokenStore& store, system::Cancel& cancel);

// Returns the client of a token. Its secret is that of the settings if they have the same client
// id, otherwise that of the token, otherwise that of the store.
Client client_of(const Token& token, const Settings& settings, const TokenStore& store);

}
