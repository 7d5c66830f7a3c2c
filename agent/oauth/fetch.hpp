#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/web/addresses.hpp"
#include "toolkit/web/web_exchange.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent::oauth {

using namespace toolkit;

// Determines which endpoints may be used on behalf of a server. Its metadata is untrusted and must
// not lead into a private network that the server itself is not in.
struct EndpointRules {
    bool is_server_loopback = false; // the server is http on loopback: endpoints may be, too
    web::Network network = web::Network::internet; // network of the server's addresses
    std::string ca_file = {}; // certificate authorities; empty: those of the system
};

// Throws PERMISSION_DENIED naming `what` ("the token endpoint") if the URL has more than max_url
// bytes, a user name, a fragment, or a literal address in a private network other than that of the
// server; and unless it has https, or http on loopback for a server that is http on loopback.
void check_endpoint(const std::string& url, const std::string& what, const EndpointRules& rules);

// One request to an endpoint. Never blocks: its owner waits for what watch() adds, and then calls
// step(). Refuses redirects, and fails after 10 s.
class Fetch {
public:
    struct Request {
        std::string what; // "the token endpoint", for messages
        std::string url;
        std::optional<std::string> body = {}; // body of a POST request; nullopt: GET
        std::vector<std::pair<std::string, std::string>> fields = {};
        std::size_t max_bytes = 64 << 10; // maximum size of the body of the reply
    };
    struct Reply {
        int status = 0;
        std::string body = {};
        std::string challenge = {}; // all WWW-Authenticate fields
    };

    // Throws what check_endpoint() throws.
    Fetch(const Request& request, const EndpointRules& rules);

    // Sends the request to the server itself, by `route` and without check_endpoint().
    Fetch(const Request& request, web::Route route);

    bool is_over() const;

    // Returns the reply, once is_over(). Throws IO_ERROR, TIMED_OUT, TOO_LARGE, PERMISSION_DENIED
    // for an address that is not accepted, and UNSUPPORTED for a redirect.
    Reply take();

    void watch(system::Watch& watch) const;
    void step();

private:
    using Clock = system::Watch::Clock;

    std::string what;
    std::size_t max_bytes;
    web::WebServer server;
    std::unique_ptr<web::WebExchange> exchange;
    Clock::time_point deadline;
    Reply reply;
    bool is_too_large = false;
};

// Waits for the reply and returns it. Throws what Fetch::take() throws, and INTERNAL "interrupted".
Fetch::Reply fetched(Fetch&& fetch, system::Cancel& cancel);

}
