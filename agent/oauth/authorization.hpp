#pragma once

#include "agent/oauth/metadata.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// The settings of the key `oauth` of an entry of mcpServers, or the defaults without it.
struct Settings {
    bool is_enabled = true;
    std::string client_id = {}; // id of a manually registered client
    std::string client_secret = {};
    std::string client_metadata_url = {}; // https: the URL is the client id
    std::vector<std::string> scopes = {}; // requested exactly; empty: chosen by scopes_to_request()
    int callback_port = 0; // 0: any free port
    std::string issuer = {};
    std::string server_metadata_url = {}; // replaces the discovery of the authorization server
    bool is_client_credentials = false; // use the client credentials grant, without a user
};

struct ScopeSources {
    std::string challenged = {};
    std::string wanted = {}; // needed by calls that the server refused since the last sign-in
    std::vector<std::string> of_resource = {};
    std::vector<std::string> of_server = {}; // scopes that the authorization server lists
};

// Returns the scopes to request, separated by spaces: those of the settings if they have any;
// otherwise the challenged and the wanted ones, or all scopes of the resource without these. Adds
// `offline_access` if the authorization server lists it and a user signs in. An empty result means
// that the request has no scope parameter. Throws TOO_LARGE for more than max_scopes bytes.
std::string scopes_to_request(const Settings& settings, const ScopeSources& sources);

// An authorization request by the code grant with PKCE (RFC 6749, 4.1; RFC 7636).
struct AuthorizationRequest {
    std::string endpoint;
    std::string client_id;
    std::string redirect_uri;
    std::string resource; // RFC 8707
    std::string scopes; // separated by spaces; may be empty
    std::string issuer; // the response must not name another one
    bool sends_issuer = false; // the server promises to name its issuer in each response
    std::string state = {};
    std::string verifier = {};
};

// Returns the URL to open in a browser. Keeps the query of the endpoint. Throws TOO_LARGE for more
// than max_url bytes.
std::string authorization_url(const AuthorizationRequest& request);

// Returns the code in a response, given its query without '?'. Returns nullopt if its state is not
// that of the request. Throws PERMISSION_DENIED if it has an error of the server, of which at most
// 500 bytes are quoted, or no code; and if it comes from another issuer, which is not quoted.
std::optional<std::string> code_in(std::string_view query, const AuthorizationRequest& request);

// Returns the query of a pasted text: a whole address, or its query.
std::string pasted_query(std::string_view text);

// Returns the query of the target of `GET /callback`, or nullopt for any other target.
std::optional<std::string> callback_query(std::string_view target);

}
