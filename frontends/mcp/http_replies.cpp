#include "frontends/mcp/http_replies.hpp"

#include "toolkit/mcp/responses.hpp"

#include <algorithm>
#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

using namespace std::chrono_literals;

HttpAsked& HttpReplies::add(HttpAsked asked)
{
    return all.insert_or_assign(asked.sender.address, std::move(asked)).first->second;
}

HttpAsked* HttpReplies::find(http::Exchange exchange)
{
    const auto found = all.find(exchange);
    return found == all.end() ? nullptr : &found->second;
}

void HttpReplies::stream(HttpAsked& asked, const std::string& line)
{
    const http::Exchange exchange = asked.sender.address;
    if (!has_streams())
        next_comment = Clock::now() + 15s;
    if (!std::exchange(asked.is_streaming, true)) {
        asked.fields.insert(asked.fields.end(),
            {{"Content-Type", "text/event-stream"}, {"X-Accel-Buffering", "no"}});
        server.begin_stream(exchange, asked.fields);
    }
    if (!line.empty())
        server.send(exchange, "event: message\ndata: " + line + "\n");
}

// An error in a modern request itself is also reported as an HTTP status.
static int status_of_reply(const Reply& reply, protocol::Era era, bool is_unfit)
{
    if (era == protocol::Era::legacy || reply.error == 0)
        return 200;
    switch (reply.error) {
    case protocol::method_not_found: return 404;
    case protocol::header_mismatch:
    case protocol::missing_capability:
    case protocol::unsupported_version:
    case protocol::invalid_request: return 400;
    default: return is_unfit ? 400 : 200;
    }
}

void HttpReplies::answer(HttpAsked& asked, const Reply& reply)
{
    const http::Exchange exchange = asked.sender.address;
    if (asked.is_streaming || !asked.takes_json) {
        stream(asked, reply.line);
        return server.end_stream(exchange);
    }
    asked.fields.emplace_back("Content-Type", "application/json");
    server.answer(exchange,
        {status_of_reply(reply, asked.era, asked.is_unfit), std::move(asked.fields), reply.line});
}

void HttpReplies::write(HttpAsked& asked, const Reply& reply)
{
    const http::Exchange exchange = asked.sender.address;
    if (reply.kind == Reply::Kind::answer) {
        answer(asked, reply);
    } else if (asked.takes_stream) {
        stream(asked, reply.line);
        if (reply.kind == Reply::Kind::none)
            server.end_stream(exchange);
    } else if (reply.kind == Reply::Kind::none) {
        server.answer(exchange, {204});
    }
}

bool HttpReplies::has_streams() const
{
    return std::any_of(
        all.begin(), all.end(), [](const auto& entry) { return entry.second.is_streaming; });
}

void HttpReplies::watch(system::Watch& watch) const
{
    if (has_streams())
        watch.until(next_comment);
}

void HttpReplies::step()
{
    if (!has_streams() || Clock::now() < next_comment)
        return;
    next_comment = Clock::now() + 15s;
    for (const auto& [exchange, asked] : all)
        if (asked.is_streaming)
            server.send(exchange, ":\n\n");
}

}
