#pragma once

#include "frontends/mcp/toolbelt_message.hpp"
#include "toolkit/http/http_server.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/cancel.hpp"

#include <map>
#include <string>

namespace frontends::mcp {

using namespace toolkit;

// An HTTP request that has not been answered.
struct HttpAsked {
    toolkit::mcp::Era era = toolkit::mcp::Era::legacy;
    bool takes_stream = false; // otherwise only one JSON document
    bool takes_json = true;
    bool is_unfit = false; // its header fields are invalid
    bool begins_session = false;
    bool is_streaming = false;
    bool listens = false; // subscriptions/listen
    std::string session = {}; // its id, in the legacy eras
    http::HttpFields fields = {}; // additional fields of the response
    Sender sender = {};
};

// Writes replies as HTTP responses. An answer is a JSON document if no message precedes it,
// otherwise a stream.
class HttpReplies {
public:
    explicit HttpReplies(http::HttpServer& server)
        : server(server)
    {
    }

    // Adds a request. The reference stays valid until forget().
    HttpAsked& add(HttpAsked asked);

    // Returns nullptr if there is no open request in this exchange.
    HttpAsked* find(http::Exchange exchange);
    void forget(http::Exchange exchange) { all.erase(exchange); }
    void forget_all() { all.clear(); }

    void write(HttpAsked& asked, const Reply& reply);

    // Send a comment to each idle stream every 15 s, so that it is kept open.
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
