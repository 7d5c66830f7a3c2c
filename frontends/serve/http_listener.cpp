#include "frontends/serve/http_listener.hpp"

#include "frontends/serve/peers.hpp"
#include "frontends/serve/routes.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace frontends::serve {

static http::Admission::Rules rules_of(const ListenerRules& given, const http::Address& address)
{
    // A Unix socket identifies its clients; clients of other sockets are unknown until they show a
    // token.
    if (!address.is_unix() && given.grants.empty())
        throw ToolError(Code::internal, "a port has no token");
    http::Admission::Rules rules;
    rules.address = address;
    rules.hosts = given.hosts;
    rules.origins = given.origins;
    if (!address.is_unix())
        rules.grants = given.grants;
    rules.cross_origin = {"GET, POST, DELETE",
        "Accept, Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Prefer",
        "Location, Retry-After, WWW-Authenticate, X-Agentcli-Run"};
    return rules;
}

HttpListener::HttpListener(
    File listening, const ListenerRules& rules, const http::HttpLimits& limits, Service& service)
    : listener(std::move(listening), users_of(rules.peers))
    , peers(rules.peers)
    , admission(rules_of(rules, listener.address()))
    , service(service)
    , http(listener, admission, limits, *this)
{
}

void HttpListener::set_rules(const ListenerRules& rules)
{
    admission = http::Admission(rules_of(rules, listener.address()));
    http.set_admission(admission);
}

static Caller caller_with(const http::Grant* grant)
{
    if (grant == nullptr)
        return {};
    return {grant->name.empty() ? "" : "token:" + grant->name, grant->scopes, grant->sha256};
}

// A Unix socket accepts only its owner, root and its peers.
Caller HttpListener::caller_of(const http::HttpHead& head) const
{
    if (!listener.address().is_unix())
        return caller_with(admission.grant_of(head));
    for (const auto& peer : peers)
        if (peer.user == head.user)
            return {"user:" + std::to_string(peer.user), peer.scopes};
    return {{}, head.user ? unsigned(Scope::all) : unsigned(Scope::none)};
}

Caller HttpListener::now(const Caller& caller) const
{
    return listener.address().is_unix() ? caller
                                        : caller_with(admission.grant_of(caller.credential));
}

std::optional<http::HttpResponse> HttpListener::public_answer(const http::HttpHead& head)
{
    return service.public_answer(head);
}

std::optional<http::HttpResponse> HttpListener::refusal(const http::HttpHead& head)
{
    return service.refusal(head, caller_of(head));
}

std::string_view HttpListener::label_of(const http::HttpHead& head) const
{
    return pattern_of(std::string_view(head.target).substr(0, head.target.find('?')));
}

void HttpListener::take(http::Exchange exchange, http::HttpRequest request)
{
    auto caller = std::make_shared<const Caller>(caller_of(request.head));
    service.take({this, exchange, std::move(caller)}, std::move(request));
}

void HttpListener::lost(http::Exchange exchange) { service.lost({this, exchange}); }

void HttpListener::taken(http::Exchange exchange) { service.taken({this, exchange}); }

}
