#include "runner/model/route.hpp"

#include "runner/model/no_proxy.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

#include <cstdlib>
#include <string_view>

static std::string variable(const char* lower, const char* upper)
{
    for (const char* name : {lower, upper}) {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
        if (value != nullptr && *value != '\0')
            return value;
    }
    return {};
}

// "user:password", as it is in the URL of the proxy; and the URL without it.
static std::pair<std::string, std::string> split_user(const std::string& text)
{
    const std::size_t begin = text.find("://") == std::string::npos ? 0 : text.find("://") + 3;
    const std::size_t at = text.rfind('@');
    if (at == std::string::npos || at < begin)
        return {{}, text};
    return {text.substr(begin, at - begin), text.substr(0, begin) + text.substr(at + 1)};
}

static int hex_digit(char c)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t at = digits.find(static_cast<char>(c | 0x20));
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

static std::string percent_decoded(const std::string& text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const int high = at + 2 < text.size() && text[at] == '%' ? hex_digit(text[at + 1]) : -1;
        const int low = high < 0 ? -1 : hex_digit(text[at + 2]);
        result += low < 0 ? text[at] : static_cast<char>(high * 16 + low);
        at += low < 0 ? 0 : 2;
    }
    return result;
}

static std::string setting_for(Scheme scheme)
{
    return scheme == Scheme::https ? variable("https_proxy", "HTTPS_PROXY")
                                   : variable("http_proxy", "HTTP_PROXY");
}

std::vector<std::string> proxy_passwords()
{
    std::vector<std::string> passwords;
    for (const Scheme scheme : {Scheme::http, Scheme::https}) {
        const std::string user = split_user(setting_for(scheme)).first;
        if (const std::size_t colon = user.find(':'); colon != std::string::npos)
            passwords.push_back(user.substr(colon + 1));
    }
    return passwords;
}

static Proxy proxy_in(const std::string& text)
{
    auto [user, address] = split_user(text);
    if (address.find("://") == std::string::npos)
        address.insert(0, "http://");
    Proxy proxy {parse_url(address)};
    if (proxy.url.scheme != Scheme::http)
        throw ToolError(Code::bad_request, "");
    if (!user.empty())
        proxy.authorization = "Basic " + base64_encode(percent_decoded(user));
    return proxy;
}

std::optional<Proxy> proxy_of(const Url& url)
{
    const std::string text = setting_for(url.scheme);
    // No proxy can reach this machine's own loopback.
    if (text.empty() || is_loopback(url.host)
        || names_host(variable("no_proxy", "NO_PROXY"), url.host, url.port))
        return {};
    try {
        return proxy_in(text);
    } catch (const ToolError&) {
        throw ToolError(Code::bad_request,
            std::string(url.scheme == Scheme::https ? "HTTPS_PROXY" : "HTTP_PROXY")
                + ": it is not the URL of a proxy that is spoken to by http",
            "for instance http://proxy:3128; NO_PROXY names hosts that are reached without it");
    }
}
