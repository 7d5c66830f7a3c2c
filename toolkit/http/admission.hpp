#pragma once

#include "toolkit/http/http_message.hpp"
#include "toolkit/http/listener.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toolkit::http {

// A token, and what it allows: bits that mean something to what is served.
struct Grant {
    std::string sha256; // of the token
    unsigned scopes = 0;
};

// What answers tell browsers beside the usual.
struct CrossOrigin {
    std::string methods = "POST, DELETE";
    std::string fields = "Accept, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, "
                         "Mcp-Name, Mcp-Session-Id"; // of requests
    std::string exposed = "Mcp-Session-Id, WWW-Authenticate"; // of answers
};

// Who may speak to a server, by the head of a request alone.
class Admission {
public:
    struct Rules {
        Address address = {}; // with the port that it got
        std::vector<std::string> hosts = {}; // names beside those of this machine
        std::vector<std::string> origins = {}; // of web pages, beside those of the server itself
        std::string token = {}; // empty: none
        std::vector<Grant> grants = {}; // other tokens; with any, a token is needed
        std::string metadata_url = {}; // of where tokens are given out; empty: nobody says
        CrossOrigin cross_origin = {};
    };

    explicit Admission(Rules given);

    // 403: the request was meant for another server, or comes from a web page that is not allowed.
    // To be asked before anything else.
    std::optional<HttpResponse> misdirected(const HttpHead& head) const;

    // 401: without the token.
    std::optional<HttpResponse> unauthorized(const HttpHead& head) const;

    // What the grant of the request's token allows; nothing if there is none.
    unsigned scopes_of(const HttpHead& head) const;

    // The answer to a browser that asks whether a page of an origin that was allowed by name may
    // send a request.
    std::optional<HttpResponse> preflight(const HttpHead& head) const;

    // What lets such a page read an answer; empty for any other.
    HttpFields fields_for(const HttpHead& head) const;

private:
    bool has_token(const HttpHead& head) const;
    bool is_ours(const std::string& host) const;
    bool is_allowed_by_name(const std::string& origin) const;

    Rules rules;
};

}
