#pragma once

#include "runner/listen/http_server.hpp"
#include "runner/mcp/http_replies.hpp"
#include "runner/mcp/reloader.hpp"
#include "runner/mcp/sessions.hpp"
#include "runner/mcp/toolbelt.hpp"
#include "toolkit/system/cancel.hpp"

#include <optional>
#include <string>

namespace runner::mcp {

using namespace agent;
using namespace toolkit;

// Serves clients of both eras by streamable HTTP, until a signal comes. One path, /mcp, and one
// message in each POST. One thread, and one wait for everything.
class HttpFront : public listen::HttpService {
public:
    struct Place {
        listen::Listener& listener;
        listen::Admission admission;
        std::string metadata = {}; // of who gives out tokens (RFC 9728); empty: none
    };

    HttpFront(Toolbelt& toolbelt, system::Cancel& cancel, Reloader& reloader, Place place);

    ServerEnd serve();

    std::optional<listen::HttpResponse> public_answer(const listen::HttpHead& head) override;
    std::optional<listen::HttpResponse> refusal(const listen::HttpHead& head) override;
    void take(listen::Exchange exchange, listen::HttpRequest request) override;
    void lost(listen::Exchange exchange) override;

private:
    using Clock = system::Watch::Clock;

    void take_message(listen::Exchange exchange, const listen::HttpRequest& request);
    void take_modern(const toolkit::mcp::Envelope& envelope, const listen::HttpRequest& request,
        HttpAsked& asked);
    void take_legacy(const toolkit::mcp::Envelope& envelope, const listen::HttpRequest& request,
        HttpAsked& asked);
    void take_in_session(const toolkit::mcp::Envelope& envelope, const std::string& text,
        HttpAsked& asked, Sessions::Session& session);
    void end_session(listen::Exchange exchange, const listen::HttpHead& head);
    void refuse(listen::Exchange exchange, int status, std::string_view id,
        const toolkit::mcp::Malformed& error);
    void accept(listen::Exchange exchange, int status);
    void deliver(const Reply& reply);
    void drop_sessions();
    void step();
    ServerEnd failed(const ToolError& error);

    Toolbelt& toolbelt;
    ToolbeltCalls& calls;
    system::Cancel& cancel;
    Reloader& reloader;
    std::string metadata;
    std::string transport;
    listen::HttpServer server;
    Sessions sessions {Sessions::Limits {}};
    HttpReplies replies {server};
};

}
