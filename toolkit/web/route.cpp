#include "toolkit/web/route.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/no_proxy.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace toolkit::web {

static std::string variable(const char* lower, const char* upper)
{
    for (const char* name : {lower, upper}) {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
        if (value != nullptr && *value != '\0')
            return value;
    }
    return {};
}

// Returns "user:password" as written in the proxy's URL, and the URL without it.
static std::pair<std::string, std::string> split_user(const std::string& text)
{
    const std::size_t begin = text.find("://") == std::string::npos ? 0 : text.find("://") + 3;
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos || at < begin)
        return {{}, text};
    return {text.substr(begin, at - begin), text.substr(0, begin) + text.substr(at + 1)};
}

struct ProxySetting {
    const char* variable; // name of the variable, for errors
    std::string value; // empty if it is not set
};

static ProxySetting setting_for(Scheme scheme)
{
    ProxySetting own = scheme == Scheme::https
        ? ProxySetting {"HTTPS_PROXY", variable("https_proxy", "HTTPS_PROXY")}
        : ProxySetting {"HTTP_PROXY", variable("http_proxy", "HTTP_PROXY")};
    return own.value.empty() ? ProxySetting {"ALL_PROXY", variable("all_proxy", "ALL_PROXY")} : own;
}

// Adds the values of query parameters whose names are those of keys or tokens: "?key=…", but not
// "?api-version=…".
static void add_secrets_of_query(const std::string& url, std::vector<std::string>& secrets)
{
    static constexpr std::array<std::string_view, 5> names {
        "key", "token", "secret", "sig", "password"};
    std::size_t at = url.find('?');
    while (at != std::string::npos) {
        const std::size_t end = url.find('&', at + 1);
        const std::string part
            = url.substr(at + 1, end == std::string::npos ? std::string::npos : end - at - 1);
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string name = text::in_lower_case(part.substr(0, equals));
        if (equals + 1 < part.size()
            && std::any_of(names.begin(), names.end(),
                [&](std::string_view known) { return name.find(known) != std::string::npos; })) {
            secrets.push_back(part.substr(equals + 1));
            secrets.push_back(text::percent_decoded(part.substr(equals + 1)));
        }
        at = end;
    }
}

std::vector<std::string> secrets_of_url(const std::string& url)
{
    std::vector<std::string> secrets;
    const std::string user = split_user(url).first;
    if (const std::size_t colon = user.find(':'); colon != std::string::npos)
        secrets.push_back(user.substr(colon + 1));
    if (!user.empty())
        // In the form of the Basic scheme.
        secrets.push_back(text::base64_encode(text::percent_decoded(user)));
    add_secrets_of_query(url, secrets);
    return secrets;
}

std::vector<std::string> proxy_secrets()
{
    std::vector<std::string> secrets;
    for (const char* name :
        {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
        for (auto& secret : secrets_of_url(variable(name, name)))
            secrets.push_back(std::move(secret));
    return secrets;
}

static Proxy proxy_in(const std::string& text)
{
    auto [user, address] = split_user(text);
    if (address.find("://") == std::string::npos)
        address.insert(0, "http://");
    Proxy proxy {parse_address(address)};
    if (proxy.url.scheme != Scheme::http || !proxy.url.query.empty())
        throw ToolError(Code::bad_request, "");
    if (!user.empty())
        proxy.authorization = "Basic " + text::base64_encode(text::percent_decoded(user));
    return proxy;
}

std::optional<Proxy> proxy_of(const Url& url)
{
    const auto [name, text] = setting_for(url.scheme);
    // No proxy can reach this machine's own loopback.
    if (text.empty() || is_loopback(url.host)
        || names_host(variable("no_proxy", "NO_PROXY"), url.host, url.port))
        return {};
    try {
        return proxy_in(text);
    } catch (const ToolError&) {
        throw ToolError(Code::bad_request,
            std::string(name) + ": it is not the URL of a proxy that is spoken to by http",
            "for instance http://proxy:3128; NO_PROXY names hosts that are reached without it");
    }
}

}
