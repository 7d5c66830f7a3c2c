#include "frontends/mcp/http_front.hpp"

#include "agent/loop/run_result.hpp"
#include "frontends/mcp/header_check.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

using http::Exchange;
using http::HttpHead;
using http::HttpRequest;
using http::HttpResponse;
using namespace std::chrono_literals;

static constexpr const char* session_field = "mcp-session-id";
static constexpr const char* version_field = "mcp-protocol-version";
static constexpr std::size_t max_unread = 1 << 20; // bytes of a stream that listens
static constexpr std::string_view metadata_path = "/.well-known/oauth-protected-resource";

static http::HttpLimits limits_for(const Toolbelt& toolbelt)
{
    http::HttpLimits limits;
    limits.request.body_bytes = toolbelt.limits().request_bytes;
    return limits;
}

HttpFront::HttpFront(Toolbelt& toolbelt, system::Cancel& cancel, Reloader& reloader, Place place)
    : toolbelt(toolbelt)
    , calls(toolbelt.calls())
    , cancel(cancel)
    , reloader(reloader)
    , metadata(std::move(place.metadata))
    , transport(place.listener.address().is_unix() ? "unix" : "http")
    , server(place.listener, std::move(place.admission), limits_for(toolbelt), *this)
{
    toolbelt.deliver_to([this](const Reply& reply) { deliver(reply); });
}

// This document tells clients where to get a token, so it needs none.
std::optional<HttpResponse> HttpFront::public_answer(const HttpHead& head)
{
    const bool is_asked_for
        = head.target == metadata_path || head.target == std::string(metadata_path) + "/mcp";
    if (metadata.empty() || !is_asked_for || !head.is_get())
        return std::nullopt;
    return HttpResponse {200, {{"Content-Type", "application/json"}}, metadata};
}

std::optional<HttpResponse> HttpFront::refusal(const HttpHead& head)
{
    if (head.target != "/mcp")
        return http::error_response(404, "NOT_FOUND", "there is nothing but /mcp here");
    if (head.method == "DELETE")
        return std::nullopt;
    if (head.method != "POST") {
        HttpResponse answer = http::error_response(405, "UNSUPPORTED",
            text::in_quotes(head.method) + " is not answered here", "POST a message");
        answer.fields.emplace_back("Allow", "POST, DELETE");
        return answer;
    }
    const std::string type = head.value("content-type");
    const std::string_view media = std::string_view(type).substr(0, type.find(';'));
    if (text::in_lower_case(text::stripped(media)) != "application/json")
        return http::error_response(415, "UNSUPPORTED", "the body is not called application/json");
    return std::nullopt;
}

void HttpFront::take(Exchange exchange, HttpRequest request)
{
    if (request.head.method == "DELETE")
        end_session(exchange, request.head);
    else
        take_message(exchange, request);
}

void HttpFront::accept(Exchange exchange, int status) { server.answer(exchange, {status}); }

void HttpFront::refuse(
    Exchange exchange, int status, std::string_view id, const protocol::Malformed& error)
{
    server.answer(exchange,
        {status, {{"Content-Type", "application/json"}}, protocol::error_line(id, error)});
}

void HttpFront::take_message(Exchange exchange, const HttpRequest& request)
{
    const auto read = protocol::read_envelope(request.body);
    if (const auto* const refusal = std::get_if<protocol::Refusal>(&read))
        return refuse(exchange, 400, refusal->id, {refusal->code, std::string(refusal->message)});
    protocol::Envelope envelope = std::get<protocol::Envelope>(read);
    if (protocol::is_modern_version(request.head.value(version_field))
        || protocol::era_of(envelope) == protocol::Era::modern)
        envelope.era = protocol::Era::modern;
    const std::string accepted = text::in_lower_case(request.head.value("accept"));
    const bool takes_stream = accepted.find("text/event-stream") != std::string::npos;
    HttpAsked asked {.era = envelope.era,
        .takes_stream = takes_stream,
        .takes_json = !takes_stream || accepted.find("application/json") != std::string::npos,
        .sender = {.scope = exchange,
            .address = exchange,
            .transport = transport,
            .hears_requests = takes_stream}};
    if (envelope.era == protocol::Era::modern)
        take_modern(envelope, request, asked);
    else
        take_legacy(envelope, request, asked);
}

// Only requests have an effect here: a client cancels one by closing its connection.
void HttpFront::take_modern(
    const protocol::Envelope& envelope, const HttpRequest& request, HttpAsked& asked)
{
    const Exchange exchange = asked.sender.address;
    if (envelope.kind != protocol::MessageKind::request)
        return accept(exchange, 202);
    if (envelope.method.view() == "subscriptions/listen" && !asked.takes_stream)
        return refuse(exchange, 406, envelope.id,
            {protocol::invalid_request, "what changes is told in a text/event-stream"});
    Sender sender = asked.sender;
    asked.listens = envelope.method.view() == "subscriptions/listen";
    HttpAsked& kept = replies.add(std::move(asked));
    toolbelt.take(envelope, request.body, sender, [&](const Json& params, const Json& tools) {
        kept.is_unfit = true;
        check_headers(request.head, envelope, params, tools);
        kept.is_unfit = false;
    });
}

void HttpFront::take_legacy(
    const protocol::Envelope& envelope, const HttpRequest& request, HttpAsked& asked)
{
    const Exchange exchange = asked.sender.address;
    const std::string version = request.head.value(version_field);
    if (request.head.has(version_field) && !protocol::is_legacy_version(version))
        return refuse(exchange, 400, envelope.id,
            {protocol::invalid_request,
                "MCP-Protocol-Version is " + text::in_quotes(version)
                    + ", which this server does not speak"});
    const bool is_request = envelope.kind == protocol::MessageKind::request;
    if (is_request && envelope.method.view() == "initialize") {
        asked.begins_session = true;
        asked.sender.state = std::make_shared<ClientState>();
        HttpAsked& kept = replies.add(std::move(asked));
        return toolbelt.take(envelope, request.body, kept.sender);
    }
    if (!request.head.has(session_field))
        return refuse(exchange, 400, envelope.id,
            {protocol::invalid_request, "there is no Mcp-Session-Id; send initialize first"});
    asked.session = request.head.value(session_field);
    Sessions::Session* const session = sessions.find(asked.session);
    if (session == nullptr)
        return refuse(exchange, 404, envelope.id,
            {protocol::invalid_request, "this session has ended; send initialize"});
    take_in_session(envelope, request.body, asked, *session);
}

void HttpFront::take_in_session(const protocol::Envelope& envelope, const std::string& text,
    HttpAsked& asked, Sessions::Session& session)
{
    const Exchange exchange = asked.sender.address;
    session.used = Clock::now();
    asked.sender.scope = session.scope;
    asked.sender.session = session.hash;
    asked.sender.client = session.client;
    asked.sender.state = session.state;
    if (envelope.kind != protocol::MessageKind::request) {
        toolbelt.hear(envelope, text, asked.sender);
        return accept(exchange, 202);
    }
    ++session.requests;
    Sender sender = asked.sender;
    replies.add(std::move(asked));
    toolbelt.take(envelope, text, sender);
}

void HttpFront::end_session(Exchange exchange, const HttpHead& head)
{
    const Sessions::Session* const session = sessions.find(head.value(session_field));
    if (session == nullptr)
        return refuse(exchange, head.has(session_field) ? 404 : 400, {},
            {protocol::invalid_request, "there is no such session"});
    toolbelt.cancel_all_of(session->scope);
    sessions.end(*session);
    accept(exchange, 204);
}

// Does not answer requests whose client has disconnected; in the modern era, cancels them.
void HttpFront::lost(Exchange exchange)
{
    const HttpAsked* const asked = replies.find(exchange);
    if (asked != nullptr && asked->era == protocol::Era::modern)
        toolbelt.cancel_at(exchange);
    else
        toolbelt.lost(exchange);
}

void HttpFront::deliver(const Reply& reply)
{
    HttpAsked* const asked = replies.find(reply.address);
    if (asked == nullptr)
        return;
    if (asked->listens && reply.kind == Reply::Kind::note
        && server.pending(reply.address) > max_unread) {
        unread.insert(reply.address);
        return;
    }
    if (reply.kind == Reply::Kind::answer && asked->begins_session && reply.error == 0)
        asked->fields.emplace_back("Mcp-Session-Id",
            sessions.begin(reply.address, asked->sender.client, asked->sender.state));
    replies.write(*asked, reply);
    if (reply.kind == Reply::Kind::note)
        return;
    if (Sessions::Session* const session = sessions.find(asked->session)) {
        --session->requests;
        session->used = Clock::now();
    }
    replies.forget(reply.address);
}

void HttpFront::drop_sessions()
{
    for (const std::uint64_t scope : sessions.expired())
        toolbelt.cancel_all_of(scope);
}

// Ends the streams of clients that do not read.
void HttpFront::end_unread()
{
    for (const Exchange exchange : std::exchange(unread, {}))
        toolbelt.cancel_at(exchange);
}

void HttpFront::step()
{
    system::Watch watch;
    watch.readable(cancel.descriptor());
    reloader.watch(watch);
    server.watch(watch);
    replies.watch(watch);
    calls.watch(watch);
    if (const auto expiry = sessions.next_expiry())
        watch.until(*expiry);
    watch.wait();
    reloader.step();
    if (cancel.is_set())
        return;
    server.step(watch);
    calls.step();
    end_unread();
    replies.step();
    drop_sessions();
}

// Ends the server if the audit trail cannot be written: clients must not receive what it does not
// contain.
ServerEnd HttpFront::failed(const ToolError& error)
{
    calls.fail(error);
    for (const auto end = Clock::now() + 1s; server.has_to_write() && Clock::now() < end;) {
        system::Watch watch;
        server.watch(watch);
        watch.until(end);
        watch.wait();
        server.step(watch);
    }
    return {"failed", static_cast<int>(loop::Reason::failed), error};
}

ServerEnd HttpFront::serve()
{
    try {
        while (!cancel.is_set())
            step();
        ServerEnd end {"interrupted", 128 + cancel.signal()};
        replies.forget_all(); // closed connections are the only message
        calls.end(end.reason);
        return end;
    } catch (const ToolError& error) {
        return failed(error);
    }
}

}
