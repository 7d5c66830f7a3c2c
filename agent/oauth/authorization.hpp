#pragma once

#include "agent/oauth/metadata.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// `oauth` of an entry of mcpServers, or what is right without it.
struct Settings {
    bool is_enabled = true;
    std::string client_id = {}; // of a client that was registered by hand
    std::string client_secret = {};
    std::string client_metadata_url = {}; // https: the URL is the client id
    std::vector<std::string> scopes = {}; // pins what is asked for
    int callback_port = 0; // 0: any free one
    std::string issuer = {};
    std::string server_metadata_url = {}; // in place of discovery of the authorization server
    bool is_client_credentials = false; // no user takes part
};

// Returns the scopes to request, with spaces between them: exactly those of the settings; else
// those of the challenge and of an earlier step-up (`wanted`), else all of the resource, and
// `offline_access` if the authorization server lists it. Empty: the parameter is left out.
struct ScopeSources {
    std::string challenged = {};
    std::string wanted = {};
    std::vector<std::string> of_resource = {};
    std::vector<std::string> of_server = {};
};
std::string scopes_to_request(const Settings& settings, const ScopeSources& sources);

// An authorization request by the code grant with PKCE (RFC 6749, 4.1; RFC 7636).
struct AuthorizationRequest {
    std::string endpoint;
    std::string client_id;
    std::string redirect_uri;
    std::string resource; // RFC 8707
    std::string scopes; // with spaces; may be empty
    std::string issuer; // that the response must be of
    bool sends_issuer = false; // the server says that each response names its issuer
    std::string state = {};
    std::string verifier = {};
};

// Returns the URL to open in a browser. Keeps the parameters that the endpoint has.
std::string authorization_url(const AuthorizationRequest& request);

// Returns the code of a response, given its query without '?'. Returns nullopt if its state is not
// that of the request: it is not the response. Throws PERMISSION_DENIED if it is an error of the
// server, which is quoted in at most 500 bytes, or of another issuer, and then nothing is quoted.
std::optional<std::string> code_in(std::string_view query, const AuthorizationRequest& request);

// Returns the query in what a person has pasted: a whole address, or its query.
std::string pasted_query(std::string_view text);

// Returns the query of the target of `GET /callback`, or nullopt for any other target.
std::optional<std::string> callback_query(std::string_view target);

}
