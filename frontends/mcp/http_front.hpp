#pragma once

#include "frontends/mcp/http_replies.hpp"
#include "frontends/mcp/reloader.hpp"
#include "frontends/mcp/sessions.hpp"
#include "frontends/mcp/toolbelt.hpp"
#include "toolkit/http/http_server.hpp"
#include "toolkit/system/cancel.hpp"

#include <optional>
#include <set>
#include <string>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// Serves clients of both eras over streamable HTTP at the path /mcp until a signal is received.
// Each POST contains one message. Uses one thread; only serve() blocks.
class HttpFront : public http::HttpService {
public:
    struct Place {
        http::Listener& listener;
        http::Admission admission;
        std::string metadata = {}; // about the authorization servers (RFC 9728); empty: none
    };

    HttpFront(Toolbelt& toolbelt, system::Cancel& cancel, Reloader& reloader, Place place);

    ServerEnd serve();

    std::optional<http::HttpResponse> public_answer(const http::HttpHead& head) override;
    std::optional<http::HttpResponse> refusal(const http::HttpHead& head) override;
    void take(http::Exchange exchange, http::HttpRequest request) override;
    void lost(http::Exchange exchange) override;

private:
    using Clock = system::Watch::Clock;

    void take_message(http::Exchange exchange, const http::HttpRequest& request);
    void take_modern(
        const toolkit::mcp::Envelope& envelope, const http::HttpRequest& request, HttpAsked& asked);
    void take_legacy(
        const toolkit::mcp::Envelope& envelope, const http::HttpRequest& request, HttpAsked& asked);
    void take_in_session(const toolkit::mcp::Envelope& envelope, const std::string& text,
        HttpAsked& asked, Sessions::Session& session);
    void end_session(http::Exchange exchange, const http::HttpHead& head);
    void refuse(http::Exchange exchange, int status, std::string_view id,
        const toolkit::mcp::Malformed& error);
    void accept(http::Exchange exchange, int status);
    void deliver(const Reply& reply);
    void end_unread();
    void drop_sessions();
    void step();
    ServerEnd failed(const ToolError& error);

    Toolbelt& toolbelt;
    ToolbeltCalls& calls;
    system::Cancel& cancel;
    Reloader& reloader;
    std::string metadata;
    std::string transport;
    http::HttpServer server;
    Sessions sessions {Sessions::Limits {}};
    HttpReplies replies {server};
    std::set<http::Exchange> unread; // streams of clients that do not read
};

}
