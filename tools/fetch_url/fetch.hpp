#pragma once

#include "hosts.hpp"

#include "toolkit/web/route.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace fetch_url {

// What an operator allows.
struct Policy {
    AllowedHosts hosts;
    bool allows_private = false; // addresses, for names
    std::size_t max_body = 0; // bytes that are read of a body
    toolkit::web::Authorities authorities = {}; // loaded: no file of them is read later
};

struct Response {
    toolkit::web::Url url; // that answered
    std::vector<std::string> redirects = {}; // the URLs that led there
    int status = 0;
    std::string content_type = {}; // the field
    bool is_text = true; // by its type; otherwise the body is not read
    std::string body = {};
    bool is_cut = false; // the body is larger than max_body
    std::string length = {}; // the field Content-Length
};

// Asks for the URL by GET, and follows redirects to allowed hosts, at most five. Connects only to
// an address that was looked up and judged by the policy. Takes at most `time` in all. An error is
//   PERMISSION_DENIED  the host, or that of a redirect, is not allowed; the address is private; the
//                      certificate is not trusted
//   TIMED_OUT          `time` is over
//   NOT_FOUND          no such name, or nobody listens
//   TOO_LARGE          the head of the response
//   UNSUPPORTED        a compressed body, no HTTP/1.1, too many redirects
//   IO_ERROR           the connection broke
Response fetch(toolkit::web::Url url, const Policy& policy, std::chrono::milliseconds time);

}
