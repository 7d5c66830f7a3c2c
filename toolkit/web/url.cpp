#include "toolkit/web/url.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>

namespace toolkit::web {

static ToolError refusal(std::string_view text, const std::string& why)
{
    // A URL with a user name or a query may contain a password or a key, and is not shown.
    const bool may_hold_secrets = text.find_first_of("?#@") != std::string_view::npos;
    return {Code::bad_request, (may_hold_secrets ? "it" : text::in_quotes(text)) + " " + why};
}

static bool is_port(std::string_view port)
{
    unsigned value = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), value);
    return error == std::errc() && end == port.data() + port.size() && value > 0 && value < 65536;
}

// Returns the host and the rest of the text.
static std::pair<std::string_view, std::string_view> split_host(std::string_view text)
{
    if (!text.starts_with('[')) {
        const std::size_t colon = std::min(text.find(':'), text.size());
        return {text.substr(0, colon), text.substr(colon)};
    }
    const std::size_t bracket = text.find(']');
    if (bracket == std::string_view::npos)
        return {};
    return {text.substr(1, bracket - 1), text.substr(bracket + 1)};
}

Url parse_address(std::string_view text)
{
    Url url {Scheme::https, {}, "443", {}};
    std::string_view rest = text;
    const std::string scheme = text::in_lower_case(
        // Schemes ignore case (RFC 3986, 3.1).
        text.substr(0, std::min(text.find("://"), text.size())));
    if (scheme != "http" && scheme != "https")
        throw refusal(text, "does not begin with http:// or https://");
    rest.remove_prefix(std::min(scheme.size() + 3, rest.size()));
    if (scheme == "http") {
        url.scheme = Scheme::http;
        url.port = "80";
    }
    const bool is_plain
        = std::all_of(rest.begin(), rest.end(), [](char c) { return c > ' ' && c < 0x7f; });
    const std::size_t question = std::min(rest.find('?'), rest.size());
    url.query = rest.substr(question);
    if (!is_plain || rest.find_first_of("#\\") != std::string_view::npos
        || rest.substr(0, question).find('@') != std::string_view::npos)
        throw refusal(text, "has a user name, a fragment, or a character that must be escaped");
    rest = rest.substr(0, question);

    const std::size_t slash = std::min(rest.find('/'), rest.size());
    url.path = rest.substr(slash);
    const auto [host, after] = split_host(rest.substr(0, slash));
    url.host = host;
    if (url.host.empty())
        throw refusal(text, "has no host");
    if (!after.empty()) {
        url.port = after.substr(1);
        if (after.front() != ':' || !is_port(url.port))
            throw refusal(text, "has no port from 1 to 65535 after its host");
    }
    return url;
}

static Url parse_base_url(std::string_view text)
{
    Url url = parse_address(text);
    url.path.resize(url.path.find_last_not_of('/') + 1);
    for (const char* added : {"/chat/completions", "/embeddings"})
        if (url.path.ends_with(added))
            throw refusal(text, std::string("ends in ") + added + ", which is added to it");
    return url;
}

Url parse_url(std::string_view text)
{
    try {
        return parse_base_url(text);
    } catch (const ToolError& error) {
        throw ToolError(
            error.code, "--base-url: " + error.message, "for instance https://api.openai.com/v1");
    }
}

static std::string host_in_url(const Url& url)
{
    const bool is_ipv6 = url.host.find(':') != std::string::npos;
    return is_ipv6 ? "[" + url.host + "]" : url.host;
}

std::string authority(const Url& url) { return host_in_url(url) + ":" + url.port; }

std::string host_field(const Url& url)
{
    const bool is_usual = url.port == (url.scheme == Scheme::https ? "443" : "80");
    return is_usual ? host_in_url(url) : authority(url);
}

}
