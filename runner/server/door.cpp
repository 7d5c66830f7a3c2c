#include "runner/server/door.hpp"

#include "runner/server/peers.hpp"
#include "runner/server/routes.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace runner::server {

static listen::Admission::Rules rules_of(const DoorRules& given, const listen::Address& address)
{
    // A socket of the file system knows who connects; at any other one nobody is known.
    if (!address.is_unix() && given.grants.empty())
        throw ToolError(Code::internal, "a port has no token");
    listen::Admission::Rules rules;
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

Door::Door(
    File listening, const DoorRules& rules, const listen::HttpLimits& limits, Service& service)
    : listener(std::move(listening), users_of(rules.peers))
    , peers(rules.peers)
    , admission(rules_of(rules, listener.address()))
    , service(service)
    , http(listener, admission, limits, *this)
{
}

// Only the owner of a Unix socket, root and its peers can connect to it.
unsigned Door::scopes_of(const listen::HttpHead& head) const
{
    if (!listener.address().is_unix())
        return admission.scopes_of(head);
    for (const auto& peer : peers)
        if (peer.user == head.user)
            return peer.scopes;
    return head.user ? Scope::all : Scope::none;
}

std::optional<listen::HttpResponse> Door::public_answer(const listen::HttpHead& head)
{
    return service.public_answer(head);
}

std::optional<listen::HttpResponse> Door::refusal(const listen::HttpHead& head)
{
    return service.refusal(head, scopes_of(head));
}

std::string_view Door::label_of(const listen::HttpHead& head) const
{
    return pattern_of(std::string_view(head.target).substr(0, head.target.find('?')));
}

void Door::take(listen::Exchange exchange, listen::HttpRequest request)
{
    const unsigned scopes = scopes_of(request.head);
    service.take({this, exchange}, std::move(request), scopes);
}

void Door::lost(listen::Exchange exchange) { service.lost({this, exchange}); }

void Door::taken(listen::Exchange exchange) { service.taken({this, exchange}); }

}
