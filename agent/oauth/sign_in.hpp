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

// A server whose access is to be authorized, and how its entry wants that.
struct ProtectedServer {
    Account account;
    Settings settings = {};
    std::map<std::string, std::string> headers = {}; // of its entry: they go to the server only
    std::string ca_file = {};
};

// Returns true if the secret of a client that the entry names may be sent to an authorization
// server without a person who looks at it: the entry names that server, it has the origin of the
// MCP server, or the MCP server is on loopback. Any other could be anybody's.
bool may_get_secret(const ProtectedServer& server, const std::string& issuer);

// The steps of a sign-in, in order: discover(), client_for(), then by the grant either
// authorization_request() and exchange(), or by_credentials(). Each waits for the replies of
// endpoints, at most 10 s for one, 30 s and 8 requests for the discovery. All throw what
// oauth::Fetch does, PERMISSION_DENIED for what a check refuses, UNSUPPORTED for what agentcli has
// no way to do, BAD_REQUEST for malformed replies, and INTERNAL "interrupted".
class SignIn {
public:
    // All must outlive it.
    SignIn(const ProtectedServer& server, const TokenStore& store, system::Cancel& cancel);

    // Finds the authorization server. Throws BAD_REQUEST if the server asks for no sign-in.
    void discover();

    const std::string& issuer() const { return metadata.issuer; }
    const std::vector<std::string>& other_issuers() const { return others; }
    // The issuer of the stored token if it is another one; empty otherwise.
    std::string earlier_issuer() const;

    const std::string& resource() const { return its_resource; }
    const std::string& scopes() const { return requested; }
    bool has_resource_metadata() const { return is_described; }

    // Names of other entries that have a token of this issuer.
    std::vector<std::string> sharing_entries() const;

    // The port that a registered client has in its redirect URI; 0: any will do.
    int preferred_port() const;

    // True if a person has to register a client by hand: nothing else gives one.
    bool needs_client() const;

    // Stores such a client. An empty secret: it has none.
    void keep_client(
        const std::string& id, const std::string& secret, const std::string& redirect_uri);

    // Forgets the stored client of the issuer, which may have been deleted there: the next sign-in
    // registers another one.
    void forget_client() const { store.forget_client(metadata.issuer); }

    // Finds or registers the client. `redirect_uri` is the one for 127.0.0.1, and is replaced by
    // that for localhost if the server accepts only this one.
    enum class Origin { configured, by_url, stored, registered };
    Origin client_for(std::string& redirect_uri);

    AuthorizationRequest authorization_request(const std::string& redirect_uri) const;

    // Gets the token for a code, and stores it.
    Token exchange(const AuthorizationRequest& request, const std::string& code);

    // Gets the token for the credentials of the client, and stores it. Throws PERMISSION_DENIED
    // unless may_get_secret().
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
    std::optional<Token> earlier; // that is stored
    EndpointRules rules;
    int requests = 0; // of the discovery
    Clock::time_point deadline; // likewise
    bool is_described = false;
    std::string its_resource;
    ServerMetadata metadata;
    std::vector<std::string> others;
    std::string requested;
    Client client;
};

// Waits for the lock of the file of an account, at most 30 s. Throws TIMED_OUT then.
File locked(const TokenStore& store, const Account& account, system::Cancel& cancel);

struct SignedOut {
    std::string issuer;
    std::optional<std::string> failure = {}; // why the token was not revoked
};

// Asks the authorization server to revoke the token of a server, and deletes it. Returns nullopt if
// there was none. Nothing is revoked if the authorization server has no endpoint for that.
std::optional<SignedOut> sign_out(
    const ProtectedServer& server, const TokenStore& store, system::Cancel& cancel);

// Returns the client of a token. Its secret is that of the settings if they have its id, else that
// of the token, else that of the store.
Client client_of(const Token& token, const Settings& settings, const TokenStore& store);

}
