#pragma once

#include "agent/oauth/client.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/web/addresses.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// Identifies a configured server, which may have a token. Two entries never share a token.
struct Account {
    std::string source; // the file or workspace that has the entry; empty: the command line
    std::string name; // name of the server
    std::string url;

    // Returns the SHA-256 of the three members as 64 hexadecimal digits.
    std::string key() const;
};

// Returns the time in seconds since 1970.
std::int64_t now_in_seconds();

// The result of a sign-in. Without an access token the user is signed out; `wanted` may still have
// scopes.
struct Token {
    Account account = {};
    std::string resource = {};
    std::string issuer = {};
    std::string token_endpoint = {};
    std::string revocation_endpoint = {};
    std::string client_id = {};
    std::string client_secret = {}; // secret of a client that is not in the entry
    std::string method = {}; // authentication method at the token endpoint
    std::string requested = {}; // scopes, separated by spaces
    std::string granted = {};
    std::string wanted = {}; // scopes for the next sign-in, after a step-up was refused
    std::string access = {};
    std::string refresh = {};
    std::optional<std::int64_t> expires = {}; // seconds since 1970; nullopt: used until a 401
    std::int64_t obtained = 0;
    bool is_client_credentials = false;
    EndpointRules rules = {}; // ca_file is not stored

    bool is_expired(std::int64_t now) const { return expires && now >= *expires; }

    // True if it should be renewed before use: in the last 60 s before it expires, or in the last
    // fifth of a shorter lifetime.
    bool is_due(std::int64_t now) const;

    // True if it can be renewed without a person.
    bool is_renewable() const { return !refresh.empty() || is_client_credentials; }
};

// Updates `token` with a reply of the token endpoint. A reply without a refresh token keeps the old
// one. Throws PERMISSION_DENIED with the error of the server, and BAD_REQUEST if the reply is
// malformed, is too large, or has another type of token than Bearer; `token` is unchanged then.
void take_token_reply(Token& token, const Fetch::Reply& reply);

// Returns the fields of a request for a new access token: by the refresh token, or by the
// credentials of the client.
FormFields renewal_fields(const Token& token);

// Returns the audience of a token that is a JWT; empty for other tokens. Does not verify it.
std::vector<std::string> audiences_in(const std::string& token);

}
