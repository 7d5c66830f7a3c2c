#pragma once

#include "runner/listen/address.hpp"
#include "runner/listen/http_message.hpp"

#include <optional>
#include <string>
#include <vector>

namespace runner::listen {

// Who may speak to a server, by the head of a request alone.
class Admission {
public:
    struct Rules {
        Address address = {}; // with the port that it got
        std::vector<std::string> hosts = {}; // names beside those of this machine
        std::vector<std::string> origins = {}; // of web pages, beside those of the server itself
        std::string token = {}; // empty: none
        std::string metadata_url = {}; // of where tokens are given out; empty: nobody says
    };

    explicit Admission(Rules given);

    // 403: the request was meant for another server, or comes from a web page that is not allowed.
    // To be asked before anything else.
    std::optional<HttpResponse> misdirected(const HttpHead& head) const;

    // 401: without the token.
    std::optional<HttpResponse> unauthorized(const HttpHead& head) const;

    // The answer to a browser that asks whether a page of an origin that was allowed by name may
    // send a request.
    std::optional<HttpResponse> preflight(const HttpHead& head) const;

    // What lets such a page read an answer; empty for any other.
    HttpFields fields_for(const HttpHead& head) const;

private:
    bool is_ours(const std::string& host) const;
    bool is_allowed_by_name(const std::string& origin) const;

    Rules rules;
};

}
