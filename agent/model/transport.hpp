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
    may_end, // all that matters may have come: more of it is waited for a moment only
    may_go_on, // the same, but a server may say that in each piece: more is waited for longer
    says_nothing, // as before: the last piece had nothing that matters, and the time continues
    keeps_alive, // the last piece completed only pings: the request's timeout goes on
    has_ended
};

struct HttpRequest {
    std::string path; // appended to the path of the URL, or instead of it (replaces_path)
    std::vector<std::string> headers; // "Name: value", in place of ours
    std::string bearer; // empty: no Authorization
    std::string_view body; // JSON; long as it grows, and not copied
    // For the request and until the first byte of the answer's body. Name, connection and TLS have
    // 30 s, or this if it is less.
    std::chrono::milliseconds timeout {};
    std::size_t max_answer = web::max_response;

    // From each piece of the body to the next; 0: as long as the timeout. Pieces that only keep a
    // stream alive extend it up to `timeout` after the last other piece.
    std::chrono::milliseconds idle_timeout {};

    // Takes the body of an answer with status 200 that is an event stream, however it is labelled.
    // It comes piece by piece; the rest is not waited for when it has ended. Empty: such a body is
    // one like any other.
    std::function<Stream(std::string_view piece)> on_events = {};

    bool is_get = false; // GET without a body, instead of POST
    bool replaces_path = false; // `path` is used instead of the path of the URL
};

struct HttpResponse {
    int status = 0;
    std::string body; // empty where on_events has taken it
    std::string retry_after = {}; // wished_delay(); headers are empty where they are missing
    std::string location = {};
};

class Connection;

// Sends requests of JSON to one server over HTTP/1.1, on a connection that is kept for as long as
// the server keeps it. https checks the server's certificate and name against the system's
// authorities, or those of SSL_CERT_FILE and SSL_CERT_DIR, unless the route says otherwise. Interim
// answers (100, 103) are skipped, redirects are not followed.
class Transport {
public:
    Transport(web::Route route, system::Cancel& cancel);
    ~Transport();

    // Throws TIMED_OUT; INTERNAL "interrupted"; IO_ERROR where a connection broke, so that another
    // try may succeed; and NOT_FOUND, PERMISSION_DENIED, TOO_LARGE or UNSUPPORTED where it would
    // not. Each names host and port, and the reason. What on_events throws ends the connection and
    // is passed on.
    HttpResponse post(const HttpRequest& request);

    // Has the last request been sent as a whole?
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
