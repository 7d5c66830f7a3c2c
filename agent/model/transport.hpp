#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/web/http_error.hpp"
#include "toolkit/web/route.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

using namespace toolkit;

enum class Stream {
    goes_on,
    may_end, // the message may be complete: wait only briefly for more
    may_go_on, // like may_end, but this server may report it in each piece: wait longer
    says_nothing, // the last piece had nothing relevant: the deadline stays as it is
    keeps_alive, // the last piece completed only pings: the request's timeout goes on
    has_ended
};

struct HttpRequest {
    std::string path; // appended to the path of the URL, or instead of it (replaces_path)
    std::vector<std::string> headers; // "Name: value"; they replace headers of the same name
    std::string bearer; // empty: no Authorization
    std::string_view body; // JSON; not copied, because it can be long
    // Limits the time from sending the request to the first byte of the response body. Name
    // resolution, connection and TLS together have 30 s, or this time if it is less.
    std::chrono::milliseconds timeout {};
    std::size_t max_answer = web::max_response;

    // Limits the time between two pieces of the body; 0: same as `timeout`. Pieces that only keep a
    // stream alive extend it up to `timeout` after the last other piece.
    std::chrono::milliseconds idle_timeout {};

    // Receives the body of a response with status 200 piece by piece if it is an event stream,
    // whatever its Content-Type. Once it returns has_ended, the rest is not waited for. If empty,
    // an event stream is treated like any other body.
    std::function<Stream(std::string_view piece)> on_events = {};

    bool is_get = false; // GET without a body, instead of POST
    bool replaces_path = false; // `path` is used instead of the path of the URL
};

struct HttpResponse {
    int status = 0;
    std::string body; // empty if on_events has received it
    std::string retry_after = {}; // wished_delay(); both headers are empty if missing
    std::string location = {};
};

class Connection;

// Sends JSON requests to one server over HTTP/1.1, on one connection that is reused until the
// server closes it. For https, checks the server's certificate and name against the system's
// authorities, or those of SSL_CERT_FILE and SSL_CERT_DIR, unless the route says otherwise. Skips
// interim responses (100, 103). Does not follow redirects.
class Transport {
public:
    Transport(web::Route route, system::Cancel& cancel);
    ~Transport();

    // Sends a request and returns the response, of any status. Throws TIMED_OUT; INTERNAL
    // "interrupted"; IO_ERROR if a connection broke, so that another try may succeed; and
    // NOT_FOUND, PERMISSION_DENIED, TOO_LARGE or UNSUPPORTED if it would not. Each error names
    // host, port and reason. An exception from on_events closes the connection and is passed on.
    HttpResponse post(const HttpRequest& request);

    // True if the last request was sent completely.
    bool has_sent() const { return is_sent; }

private:
    template<class Exchange>
    HttpResponse run(Exchange& exchange);

    web::Route route;
    system::Cancel& cancel;
    std::unique_ptr<Connection> connection;
    bool is_sent = false;
};

}
