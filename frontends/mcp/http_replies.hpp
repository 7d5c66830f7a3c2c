#pragma once

#include "frontends/mcp/toolbelt_message.hpp"
#include "toolkit/http/http_server.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/cancel.hpp"

#include <map>
#include <string>

namespace frontends::mcp {

using namespace toolkit;

// A request by HTTP that has not been answered.
struct HttpAsked {
    toolkit::mcp::Era era = toolkit::mcp::Era::legacy;
    bool takes_stream = false; // else one JSON document alone
    bool takes_json = true;
    bool is_unfit = false; // by its headers
    bool begins_session = false;
    bool is_streaming = false;
    bool listens = false; // subscriptions/listen
    std::string session = {}; // its id, of the legacy eras
    http::HttpFields fields = {}; // of its answer, beside the usual
    Sender sender = {};
};

// Writes replies as HTTP (H6): an answer is a document if nothing precedes it, else a stream.
class HttpReplies {
public:
    explicit HttpReplies(http::HttpServer& server)
        : server(server)
    {
    }

    // It stays where it is until it is forgotten.
    HttpAsked& add(HttpAsked asked);

    // Null if nothing is asked in this exchange any more.
    HttpAsked* find(http::Exchange exchange);
    void forget(http::Exchange exchange) { all.erase(exchange); }
    void forget_all() { all.clear(); }

    void write(HttpAsked& asked, const Reply& reply);

    // Streams in which nothing happens are kept open: each gets a comment every 15 s.
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
