#include "urls.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <vector>

namespace fetch_url {

using namespace toolkit;

static std::string encoded(std::string_view text)
{
    std::string result;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte > ' ' && byte < 0x7f && !text::is_one_of(letter, "\"<>\\^`{|}"))
            result += letter;
        else
            result += text::percent_encoded(letter);
    }
    return result;
}

// Returns the length of "SCHEME:"; 0 if the text does not begin with one.
static std::size_t scheme_length(std::string_view text)
{
    const std::size_t length = text::name_length(text, "+-.");
    const bool is_scheme = length > 0 && length < text.size() && text[length] == ':';
    return is_scheme ? length + 1 : 0;
}

static ToolError bad_url(const std::string& why, const std::string& hint = {})
{
    return {Code::bad_request, "cannot fetch the URL: " + why, hint};
}

static std::string_view authority_in(std::string_view text, std::string_view scheme)
{
    if (!text.substr(scheme.size()).starts_with("//"))
        throw bad_url(
            "it has no // after " + std::string(scheme), "for instance https://example.com/page");
    const std::string_view rest = text.substr(scheme.size() + 2);
    return rest.substr(0, rest.find_first_of("/?\\"));
}

static std::string scheme_of(std::string_view text)
{
    std::string scheme = text::in_lower_case(text.substr(0, scheme_length(text)));
    if (scheme.empty())
        throw bad_url(
            "it does not begin with https:// or http://", "for instance https://example.com/page");
    if (scheme != "http:" && scheme != "https:")
        throw ToolError(Code::unsupported,
            "cannot fetch the URL: its scheme is " + text::in_quotes(scheme),
            "http and https are supported");
    return scheme;
}

web::Url read_url(std::string_view given)
{
    const std::string_view whole = text::stripped(given);
    const std::string_view text = whole.substr(0, whole.find('#'));
    if (text.size() > max_url)
        throw bad_url("it is longer than " + std::to_string(max_url) + " bytes");
    const std::string scheme = scheme_of(text);
    const std::string_view authority = authority_in(text, scheme);
    if (authority.find('@') != std::string_view::npos)
        throw bad_url("it has a user name", "send it without what precedes the @ in the host");
    if (!std::all_of(
            authority.begin(), authority.end(), [](char c) { return c > ' ' && c < 0x7f; }))
        throw bad_url("its host " + text::in_quotes(authority) + " is not ASCII",
            "send the name in punycode: xn--…");
    web::Url url = web::parse_address(scheme + "//" + text::in_lower_case(authority));
    if (url.host.ends_with('.'))
        url.host.pop_back();
    if (url.host.empty() || url.host.ends_with('.'))
        throw bad_url("its host " + text::in_quotes(authority) + " is not a name");
    const std::string_view after = text.substr(scheme.size() + 2 + authority.size());
    const std::size_t question = std::min(after.find('?'), after.size());
    url.path = encoded(after.substr(0, question));
    url.query = encoded(after.substr(question));
    if (!url.path.starts_with('/'))
        url.path.insert(0, "/");
    return url;
}

// Removes dot segments: RFC 3986, section 5.2.4.
static std::string without_dots(std::string_view path)
{
    std::vector<std::string_view> parts;
    bool ends_in_slash = true;
    while (!path.empty()) {
        path.remove_prefix(1); // "/"
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(part.size());
        ends_in_slash = part.empty() || part == "." || part == "..";
        if (part == ".." && !parts.empty())
            parts.pop_back();
        else if (part != "." && part != ".." && !(part.empty() && path.empty()))
            parts.push_back(part);
    }
    std::string result;
    for (const auto& part : parts)
        result.append("/").append(part);
    return ends_in_slash || result.empty() ? result + "/" : result;
}

web::Url resolved(const web::Url& base, std::string_view reference)
{
    const std::string_view whole = text::stripped(reference);
    const std::string_view text = whole.substr(0, whole.find('#'));
    if (scheme_length(text) > 0)
        return read_url(text);
    const std::string scheme = base.scheme == web::Scheme::https ? "https:" : "http:";
    if (text.starts_with("//"))
        return read_url(scheme + std::string(text));
    const std::string origin = scheme + "//" + web::authority(base);
    const std::size_t question = std::min(text.find('?'), text.size());
    const std::string_view path = text.substr(0, question);
    if (path.empty())
        return read_url(origin + base.path + std::string(text.empty() ? base.query : text));
    const std::string whole_path = path.starts_with('/')
        ? std::string(path)
        : base.path.substr(0, base.path.rfind('/') + 1) + std::string(path);
    return read_url(origin + without_dots(whole_path) + std::string(text.substr(question)));
}

static std::string origin_of(const web::Url& url)
{
    const bool is_https = url.scheme == web::Scheme::https;
    return (is_https ? "https://" : "http://") + web::host_field(url);
}

std::string text_of(const web::Url& url) { return origin_of(url) + url.path + url.query; }

std::string shown(const web::Url& url)
{
    return text::in_quotes(origin_of(url) + url.path + (url.query.empty() ? "" : "?…"));
}

}
