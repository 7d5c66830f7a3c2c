#include "fetch.hpp"

#include "content.hpp"
#include "urls.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/addresses.hpp"
#include "toolkit/web/encodings.hpp"
#include "toolkit/web/web_exchange.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace fetch_url {

using namespace toolkit;

static constexpr std::size_t max_redirects = 5;

static std::string origin_text(const web::Url& url)
{
    return text::in_quotes(web::host_field(url)) + " by "
        + (url.scheme == web::Scheme::https ? "https" : "http");
}

static void refuse_other_hosts(
    const web::Url& url, const Policy& policy, const std::vector<std::string>& redirects)
{
    if (policy.hosts.allows(url))
        return;
    const std::string hint = policy.hosts.is_empty()
        ? "the operator has allowed no host (--allow-host)"
        : "allowed by the operator (--allow-host): " + policy.hosts.list();
    if (redirects.empty())
        throw ToolError(Code::permission_denied,
            "cannot fetch " + shown(url) + ": " + origin_text(url) + " is not an allowed host",
            hint);
    throw ToolError(Code::permission_denied,
        "cannot follow the redirect to " + shown(url) + ": " + origin_text(url)
            + " is not an allowed host",
        hint);
}

namespace {

// One request and its response.
class Exchange {
public:
    using Clock = system::Watch::Clock;

    Exchange(const web::Url& url, const Policy& policy)
        : url(url)
        , policy(policy)
        , server(route(), policy.authorities)
        , exchange(server.begin({.method = web::WebRequest::Method::get,
              .target = url.path + url.query,
              .fields
              = {{"Accept", "text/markdown, text/html;q=0.9, text/plain;q=0.9, */*;q=0.5"}}}))
    {
    }

    void run(Response& response, Clock::time_point deadline)
    {
        while (!exchange->is_over()) {
            wait(deadline);
            exchange->step();
            if (!exchange->has_head())
                continue;
            if (response.status == 0)
                take_head(response);
            if (!response.is_text || !location().empty())
                return;
            take_body(response);
            if (response.is_cut)
                return;
        }
        if (exchange->failure())
            throw explained(*exchange->failure());
    }

    // Returns the target of the redirect; empty if the response is not a redirect.
    std::string location() const
    {
        const int status = exchange->status();
        const bool leads
            = status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
        return leads ? exchange->field("Location") : "";
    }

private:
    web::Route route()
    {
        web::Route route {url};
        if (!policy.allows_private && !policy.hosts.names_address(url))
            route.accepts = [this](const std::string& address) {
                has_private = has_private || web::is_private(address);
                return !web::is_private(address);
            };
        return route;
    }

    void wait(Clock::time_point deadline) const
    {
        if (Clock::now() >= deadline)
            throw ToolError(Code::timed_out,
                std::string(
                    exchange->has_head() ? "no end of the response from " : "no response from ")
                    + web::authority(url) + " in the time of the request",
                "timeoutMs is at most 30000");
        system::Watch watch;
        exchange->watch(watch);
        watch.until(deadline);
        watch.wait();
    }

    void take_head(Response& response) const
    {
        response.status = exchange->status();
        response.content_type = exchange->field("Content-Type");
        response.length = exchange->field("Content-Length");
        if (const std::string encoding = exchange->field("Content-Encoding");
            web::is_compressed(encoding) && location().empty())
            throw ToolError(Code::unsupported,
                "cannot read the response of " + shown(url) + ": it is encoded as "
                    + text::in_quotes(encoding) + ", although no encoding was requested");
        response.is_text = is_textual(content_type_of(response.content_type));
    }

    void take_body(Response& response) const
    {
        response.body += exchange->take_body();
        response.is_cut = response.body.size() > policy.max_body;
        response.body.resize(std::min(response.body.size(), policy.max_body));
    }

    // Replaces the hints: those of the HTTP client are about the flags of its own caller.
    ToolError explained(const ToolError& error) const
    {
        if (error.code != Code::permission_denied)
            return {error.code, error.message};
        if (has_private)
            return {error.code,
                "cannot connect to " + web::authority(url) + ": its address is private",
                "the operator allows private addresses by --allow-private, or one by --allow-host "
                "ADDRESS"};
        return {error.code, error.message,
            "the operator names the file of another certificate authority by --ca-file"};
    }

    const web::Url& url;
    const Policy& policy;
    bool has_private = false;
    web::WebServer server;
    std::unique_ptr<web::WebExchange> exchange;
};

}

Response fetch(web::Url url, const Policy& policy, std::chrono::milliseconds time)
{
    const auto deadline = system::Watch::Clock::now() + time;
    std::vector<std::string> redirects;
    for (;;) {
        refuse_other_hosts(url, policy, redirects);
        Response response {url};
        Exchange exchange(url, policy);
        exchange.run(response, deadline);
        const std::string location = exchange.location();
        if (location.empty()) {
            response.redirects = std::move(redirects);
            return response;
        }
        if (redirects.size() == max_redirects)
            throw ToolError(Code::unsupported,
                "cannot fetch " + shown(url) + ": it redirects for the sixth time");
        redirects.push_back(text_of(url));
        url = resolved(url, location);
    }
}

}
