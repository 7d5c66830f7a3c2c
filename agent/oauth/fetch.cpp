#include "agent/oauth/fetch.hpp"

#include "agent/oauth/metadata.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/no_proxy.hpp"
#include "toolkit/web/url.hpp"

namespace agent::oauth {

using namespace std::chrono_literals;

static constexpr auto max_time_of_fetch = 10s;

static bool is_accepted(const std::string& address, const EndpointRules& rules)
{
    const web::Network network = web::network_of(address);
    return network == web::Network::internet || network == rules.network;
}

static ToolError refused_endpoint(const std::string& what, const std::string& why)
{
    return {Code::permission_denied, what + " " + why};
}

void check_endpoint(const std::string& url, const std::string& what, const EndpointRules& rules)
{
    if (url.size() > max_url)
        throw refused_endpoint(what, "has a URL of more than 8 KiB");
    const std::string named = what + " " + text::in_quotes(text::printable(url));
    web::Url parsed {};
    try {
        parsed = web::parse_address(url);
    } catch (const ToolError&) {
        throw refused_endpoint(named, "is not an https URL without a user name and a fragment");
    }
    if (parsed.scheme == web::Scheme::http
        && !(rules.is_server_loopback && web::is_loopback(parsed.host)))
        throw refused_endpoint(
            named, "has http: only https is used, except if the server itself is on loopback");
    if (!web::address_bytes(parsed.host).empty() && !is_accepted(parsed.host, rules))
        throw refused_endpoint(named, "is in a private network that the server is not in");
}

static web::Route route_to(const std::string& url, const EndpointRules& rules)
{
    web::Route route {web::parse_address(url), {}, rules.ca_file};
    route.proxy = web::proxy_of(route.url);
    if (!route.proxy)
        route.accepts = [rules](const std::string& address) { return is_accepted(address, rules); };
    return route;
}

static web::Route checked_route(const Fetch::Request& request, const EndpointRules& rules)
{
    check_endpoint(request.url, request.what, rules);
    return route_to(request.url, rules);
}

Fetch::Fetch(const Request& request, const EndpointRules& rules)
    : Fetch(request, checked_route(request, rules))
{
}

Fetch::Fetch(const Request& request, web::Route route)
    : what(request.what)
    , max_bytes(request.max_bytes)
    , server(std::move(route))
    , deadline(Clock::now() + max_time_of_fetch)
{
    const web::Url& url = server.route().url;
    exchange
        = server.begin({request.body ? web::WebRequest::Method::post : web::WebRequest::Method::get,
            (url.path.empty() ? "/" : url.path) + url.query, request.fields,
            request.body.value_or("")});
}

bool Fetch::is_over() const
{
    return exchange->is_over() || is_too_large || Clock::now() >= deadline;
}

void Fetch::step()
{
    if (is_over())
        return;
    exchange->step();
    if (!exchange->has_head())
        return;
    reply.body += exchange->take_body();
    is_too_large = reply.body.size() > max_bytes;
}

Fetch::Reply Fetch::take()
{
    const std::string name = what + " at " + web::authority(server.route().url);
    if (is_too_large)
        throw ToolError(Code::too_large,
            name + " replies with more than " + std::to_string(max_bytes >> 10) + " KiB");
    if (!exchange->is_over())
        throw ToolError(Code::timed_out, name + " did not reply within 10 s");
    if (exchange->failure())
        throw ToolError(exchange->failure()->code,
            name + " failed: " + exchange->failure()->message, exchange->failure()->hint);
    reply.body += exchange->take_body();
    reply.status = exchange->status();
    reply.challenge = exchange->fields("www-authenticate");
    if (reply.status / 100 == 3)
        throw ToolError(Code::unsupported,
            name + " redirects, which is not followed: its metadata must name the final URL");
    return std::move(reply);
}

void Fetch::watch(system::Watch& watch) const
{
    exchange->watch(watch);
    watch.until(deadline);
}

Fetch::Reply fetched(Fetch&& fetch, system::Cancel& cancel)
{
    while (!fetch.is_over()) {
        system::Watch watch;
        fetch.watch(watch);
        watch.readable(cancel.descriptor());
        watch.wait();
        cancel.check();
        fetch.step();
    }
    return fetch.take();
}

}
