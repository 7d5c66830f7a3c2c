#pragma once

#include "toolkit/http/http_message.hpp"
#include "toolkit/http/listener.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toolkit::http {

// A token, and its scopes: bits whose meaning the service defines.
struct Grant {
    std::string sha256; // hash of the token
    unsigned scopes = 0;
    std::string name = {}; // identifies the client for the service
};

// The values of the CORS fields in responses to browsers.
struct CrossOrigin {
    std::string methods = "POST, DELETE";
    std::string fields = "Accept, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, "
                         "Mcp-Name, Mcp-Session-Id"; // allowed in requests
    std::string exposed = "Mcp-Session-Id, WWW-Authenticate"; // readable in responses
};

// Decides by the head of a request who may use a server.
class Admission {
public:
    struct Rules {
        Address address = {}; // with the actual port
        std::vector<std::string> hosts = {}; // names in addition to those of this machine
        // Allowed origins of web pages, in addition to that of the server itself.
        std::vector<std::string> origins = {};
        std::string token = {}; // empty: none is required
        std::vector<Grant> grants = {}; // other tokens; if there are any, a token is required
        // Tells clients where tokens are issued; empty: no such field is sent.
        std::string metadata_url = {};
        CrossOrigin cross_origin = {};
    };

    explicit Admission(Rules given);

    // Returns 403 if the request was meant for another server, or comes from a web page that is not
    // allowed. To be called before any other check.
    std::optional<HttpResponse> misdirected(const HttpHead& head) const;

    // Returns 401 if the request lacks a required token.
    std::optional<HttpResponse> unauthorized(const HttpHead& head) const;

    // Returns the grant for the request's token; nullptr if the token is missing or unknown.
    const Grant* grant_of(const HttpHead& head) const;

    // Returns the grant for the token with this hash; nullptr if the token is unknown.
    const Grant* grant_of(const std::string& sha256) const;

    // Returns the response to a CORS preflight request of a browser, if the page's origin is
    // allowed by name.
    std::optional<HttpResponse> preflight(const HttpHead& head) const;

    // Returns the fields that let a page of an origin that is allowed by name read a response;
    // empty for any other.
    HttpFields fields_for(const HttpHead& head) const;

private:
    bool has_token(const HttpHead& head) const;
    bool is_ours(const std::string& host) const;
    bool is_allowed_by_name(const std::string& origin) const;

    Rules rules;
};

}
