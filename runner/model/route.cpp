#include "runner/model/route.hpp"

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

static bool is_named(const Url& url, std::string_view name)
{
    if (name == "*")
        return true;
    const std::string port = ":" + url.port;
    if (name.ends_with(port))
        name.remove_suffix(port.size());
    if (name.starts_with('.'))
        name.remove_prefix(1);
    if (name.empty() || !std::string_view(url.host).ends_with(name))
        return false;
    const std::size_t before = url.host.size() - name.size();
    return before == 0 || url.host[before - 1] == '.';
}

static bool is_excepted(const Url& url)
{
    const std::string list = variable("no_proxy", "NO_PROXY");
    std::string_view rest = list;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        if (is_named(url, stripped(rest.substr(0, comma))))
            return true;
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return false;
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

// No proxy can reach that.
static bool is_this_machine(const Url& url)
{
    const auto is_address = [&] { return url.host.find_first_not_of("0123456789.") == std::string::npos; };
    return url.host == "localhost" || url.host == "::1" || (url.host.starts_with("127.") && is_address());
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
    if (text.empty() || is_this_machine(url) || is_excepted(url))
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
