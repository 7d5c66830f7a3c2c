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

// An entry of a configuration that may have a token. Two entries never share one.
struct Account {
    std::string source; // where the entry is: a file, a workspace; empty: the command line
    std::string name; // of the server
    std::string url;

    // SHA-256 of the three, 64 hexadecimal digits.
    std::string key() const;
};

// Seconds since 1970.
std::int64_t now_in_seconds();

// What a sign-in has brought. Without an access token: signed out, but scopes may be wanted.
struct Token {
    Account account = {};
    std::string resource = {};
    std::string issuer = {};
    std::string token_endpoint = {};
    std::string revocation_endpoint = {};
    std::string client_id = {};
    std::string client_secret = {}; // of a client that the entry does not name
    std::string method = {}; // of authentication
    std::string requested = {}; // scopes, with spaces
    std::string granted = {};
    std::string wanted = {}; // for the next sign-in, after a step-up was refused
    std::string access = {};
    std::string refresh = {};
    std::optional<std::int64_t> expires = {}; // absent: it is used until a 401
    std::int64_t obtained = 0;
    bool is_client_credentials = false;
    EndpointRules rules = {}; // without the file of authorities

    bool is_expired(std::int64_t now) const { return expires && now >= *expires; }

    // True if it should be renewed before it is used: 60 s before it expires, or the last fifth of
    // a shorter life.
    bool is_due(std::int64_t now) const;

    // True if it can be renewed without a person.
    bool is_renewable() const { return !refresh.empty() || is_client_credentials; }
};

// Takes the reply of the token endpoint into `token`, which keeps its refresh token if the reply
// has none. Throws PERMISSION_DENIED with the words of the server, and BAD_REQUEST if the reply is
// malformed, is too large, or has another type of token than Bearer.
void take_token_reply(Token& token, const Fetch::Reply& reply);

// Returns the fields of a request for a new access token: by the refresh token, or by the
// credentials of the client.
FormFields renewal_fields(const Token& token);

// Returns the audience of a token that is a JWT; empty for any other. It is read and not verified.
std::vector<std::string> audiences_in(const std::string& token);

}
