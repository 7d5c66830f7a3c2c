#pragma once

#include "hosts.hpp"

#include "toolkit/web/route.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace fetch_url {

// What the operator permits.
struct Policy {
    AllowedHosts hosts;
    bool allows_private = false; // permits names to resolve to private addresses
    std::size_t max_body = 0; // maximum bytes to read of a body
    toolkit::web::Authorities authorities = {}; // already loaded: no file is read later
};

// The response to the last request.
struct Response {
    toolkit::web::Url url; // URL of the response
    std::vector<std::string> redirects = {}; // earlier URLs, which redirected
    int status = 0;
    std::string content_type = {}; // the field Content-Type
    bool is_text = true; // judged by the type; if false, the body is not read
    std::string body = {};
    bool is_cut = false; // the body is larger than max_body
    std::string length = {}; // the field Content-Length
};

// Fetches the URL by GET, and follows at most five redirects, to permitted hosts only. Connects
// only to an address that the policy permits. Takes at most `time` in total. Throws
//   PERMISSION_DENIED  the host, or that of a redirect, is not permitted, its address is private,
//                      or its certificate is not trusted
//   TIMED_OUT          `time` has passed
//   NOT_FOUND          the name does not exist, or the connection was refused
//   TOO_LARGE          the head of the response is too large
//   UNSUPPORTED        the body is compressed, the server does not speak HTTP/1.1, or there are too
//                      many redirects
//   IO_ERROR           the connection broke
Response fetch(toolkit::web::Url url, const Policy& policy, std::chrono::milliseconds time);

}
