#pragma once

#include "agent/oauth/authorization.hpp"
#include "agent/oauth/encoding.hpp"
#include "agent/oauth/fetch.hpp"
#include "agent/oauth/metadata.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::oauth {

// A registered client of an authorization server.
struct Client {
    std::string issuer;
    std::string id;
    std::string secret = {};
    std::int64_t secret_expires = 0; // seconds since 1970; 0: never
    std::string method = {}; // authentication method at the token endpoint; empty: not chosen
    std::vector<std::string> redirect_uris = {}; // redirect URIs that agentcli uses

    bool is_expired(std::int64_t now) const { return secret_expires != 0 && now >= secret_expires; }
};

// Returns the client id metadata document to publish at `url`, as text.
std::string client_metadata_text(const std::string& url);

// Returns the request of a dynamic registration (RFC 7591) for this redirect URI. It names no
// scopes: some servers would refuse more scopes at a later sign-in.
Fetch::Request registration_request(const ServerMetadata& server, const std::string& redirect_uri);

// Returns the registered client. Throws PERMISSION_DENIED with the server's error if the server
// refused the registration, and if it registered other redirect URIs; BAD_REQUEST if the reply has
// no id.
Client registered_client(
    const Fetch::Reply& reply, const std::string& issuer, const std::string& redirect_uri);

// True if a registration was refused because of the redirect URI or another field: the server may
// accept another redirect URI.
bool is_refused_for_metadata(const Fetch::Reply& reply);

// Returns the method by which a client authenticates itself: its own method if it has one; "none"
// without a secret; client_secret_post if the server lists methods, but not client_secret_basic;
// otherwise client_secret_basic.
std::string authentication_method(const Client& client, const ServerMetadata& server);

// Returns a POST of a form to an endpoint, with the authentication of the client by its method.
// Throws UNSUPPORTED if agentcli does not support the method.
Fetch::Request authenticated_request(
    const std::string& what, const std::string& url, const Client& client, FormFields fields);

struct EndpointError {
    std::string code; // "invalid_grant"; empty if the reply has no code
    std::string text; // HTTP status, code and description
};

// Returns the error of a reply of an endpoint (RFC 6749, 5.2). Quotes at most 500 bytes.
EndpointError error_in(const Fetch::Reply& reply);

}
