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

// Which endpoints may be connected to on behalf of a server. Its metadata is untrusted and must not
// lead into a network that the server itself is not in.
struct EndpointRules {
    bool is_server_loopback = false; // its URL has http and a loopback host: so may endpoints
    web::Network network = web::Network::internet; // of the server's addresses
    std::string ca_file = {}; // authorities in place of the system's; empty for those
};

// True if the host of the URL is localhost or a loopback address.
bool is_loopback_host(const std::string& host);

// Throws PERMISSION_DENIED naming `what` ("the token endpoint") unless the URL has https, or http
// on loopback for a server that has that, and at most 8 KiB; and if it has a user name, a fragment,
// or a literal address of another private network than the server's.
void check_endpoint(const std::string& url, const std::string& what, const EndpointRules& rules);

// One request to an endpoint. Nothing here waits: whoever has it waits for what watch() adds, then
// steps. Redirects are refused. It fails after 10 s.
class Fetch {
public:
    struct Request {
        std::string what; // "the token endpoint", for messages
        std::string url;
        std::optional<std::string> body = {}; // none: GET
        std::vector<std::pair<std::string, std::string>> fields = {};
        std::size_t max_bytes = 64 << 10; // of the body of the reply
    };
    struct Reply {
        int status = 0;
        std::string body = {};
        std::string challenge = {}; // WWW-Authenticate, all of it
    };

    // Throws what check_endpoint() does.
    Fetch(const Request& request, const EndpointRules& rules);

    // Sends the request by this route, whatever its URL is: to the server itself.
    Fetch(const Request& request, web::Route route);

    bool is_over() const;

    // The reply, after the end. Throws IO_ERROR, TIMED_OUT, TOO_LARGE, PERMISSION_DENIED for an
    // address that is not accepted, and UNSUPPORTED for a redirect.
    Reply take();

    // True if any byte of the request may have reached the endpoint.
    bool was_sent() const { return exchange->has_begun(); }

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

// Waits for the reply. Throws also INTERNAL "interrupted".
Fetch::Reply fetched(Fetch&& fetch, system::Cancel& cancel);

}
