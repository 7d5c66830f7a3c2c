#pragma once

#include "frontends/mcp/toolbelt_message.hpp"
#include "toolkit/http/http_server.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/cancel.hpp"

#include <map>
#include <string>

namespace frontends::mcp {

using namespace toolkit;

// An HTTP request that was not answered yet.
struct HttpAsked {
    toolkit::mcp::Era era = toolkit::mcp::Era::legacy;
    bool takes_stream = false; // the client accepts an event stream
    bool takes_json = true;
    bool is_unfit = false; // its headers are refused
    bool begins_session = false;
    bool is_streaming = false;
    bool listens = false; // subscriptions/listen
    std::string session = {}; // session id, in the legacy eras
    http::HttpFields fields = {}; // additional fields of the response
    Sender sender = {};
};

// Writes replies as HTTP responses: an answer is a JSON document if nothing precedes it, otherwise
// the end of an event stream.
class HttpReplies {
public:
    explicit HttpReplies(http::HttpServer& server)
        : server(server)
    {
    }

    // Returns a reference that is valid until forget().
    HttpAsked& add(HttpAsked asked);

    // Returns null if no request of this exchange is open.
    HttpAsked* find(http::Exchange exchange);
    void forget(http::Exchange exchange) { all.erase(exchange); }
    void forget_all() { all.clear(); }

    void write(HttpAsked& asked, const Reply& reply);

    // watch() and step() keep idle streams open: each gets a comment every 15 s.
    void watch(system::Watch& watch) const;
    void step();

private:
    using Clock = system::Watch::Clock;

    void stream(HttpAsked& asked, const std::string& line);
    void answer(HttpAsked& asked, const Reply& reply);
    bool has_streams() const;

    http::HttpServer& server;
    std::map<http::Exchange, HttpAsked> all;
    Clock::time_point next_comment = {};
};

}
