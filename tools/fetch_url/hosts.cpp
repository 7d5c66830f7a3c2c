#include "hosts.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/addresses.hpp"

#include <algorithm>
#include <charconv>

namespace fetch_url {

using namespace toolkit;

static constexpr std::uint16_t https_port = 443;
static constexpr std::uint16_t http_port = 80;

static ToolError refusal(std::string_view entry, const std::string& why)
{
    return {Code::bad_request, "--allow-host: " + text::in_quotes(entry) + " " + why,
        "for instance docs.example.com, *.example.com, localhost:8080 or 192.0.2.1"};
}

static bool is_name(std::string_view host)
{
    return !host.empty() && !host.starts_with('.') && host.find("..") == std::string_view::npos
        && text::name_length(host, "-_.") == host.size();
}

// Returns the host, and the rest of the entry: ":PORT" or nothing.
static std::pair<std::string_view, std::string_view> split(std::string_view entry)
{
    if (entry.starts_with('[')) {
        const std::size_t end = entry.find(']');
        if (end == std::string_view::npos)
            return {entry, {}}; // neither a valid name nor an address
        return {entry.substr(1, end - 1), entry.substr(end + 1)};
    }
    const std::size_t colon = std::min(entry.find(':'), entry.size());
    const bool is_ipv6
        = entry.find(':', std::min(colon + 1, entry.size())) != std::string_view::npos;
    return is_ipv6 ? std::pair(entry, std::string_view())
                   : std::pair(entry.substr(0, colon), entry.substr(colon));
}

static std::uint16_t port_in(std::string_view text, std::string_view entry)
{
    std::uint16_t port = 0;
    if (text.empty())
        return port;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), port);
    if (text.front() != ':' || error != std::errc() || end != text.data() + text.size()
        || port == 0)
        throw refusal(entry, "has no port from 1 to 65535 after its host");
    return port;
}

AllowedHosts::Entry AllowedHosts::entry_in(std::string_view text)
{
    const auto [host, port] = split(text);
    Entry entry {web::address_bytes(std::string(host)), true, false, port_in(port, text)};
    if (!entry.host.empty())
        return entry;
    entry.is_address = false;
    entry.is_suffix = host.starts_with("*.");
    entry.host = text::in_lower_case(entry.is_suffix ? host.substr(2) : host);
    if (entry.host.ends_with('.'))
        entry.host.pop_back();
    if (!is_name(entry.host))
        throw refusal(text, "is not the name of a host, *.NAME, or an address");
    return entry;
}

AllowedHosts::AllowedHosts(const std::vector<std::string>& entries)
    : written(entries)
{
    for (const auto& entry : entries)
        all.push_back(entry_in(entry));
}

std::string AllowedHosts::list() const
{
    static constexpr std::size_t max_listed = 20;
    std::string text;
    for (std::size_t at = 0; at < std::min(written.size(), max_listed); ++at)
        text += (at == 0 ? "" : ", ") + written[at];
    if (written.size() > max_listed)
        text += " and " + std::to_string(written.size() - max_listed) + " more";
    return text;
}

bool AllowedHosts::names(const Entry& entry, const web::Url& url) const
{
    const std::uint16_t usual = url.scheme == web::Scheme::https ? https_port : http_port;
    if (url.port != std::to_string(entry.port == 0 ? usual : entry.port))
        return false;
    const std::string address = web::address_bytes(url.host);
    if (!address.empty() || entry.is_address)
        return entry.is_address && address == entry.host;
    return entry.is_suffix ? url.host.ends_with("." + entry.host) : url.host == entry.host;
}

bool AllowedHosts::allows(const web::Url& url) const
{
    return std::any_of(
        all.begin(), all.end(), [&](const Entry& entry) { return names(entry, url); });
}

bool AllowedHosts::names_address(const web::Url& url) const
{
    return std::any_of(all.begin(), all.end(),
        [&](const Entry& entry) { return entry.is_address && names(entry, url); });
}

std::vector<std::uint16_t> AllowedHosts::ports() const
{
    std::vector<std::uint16_t> ports;
    for (const Entry& entry : all)
        if (entry.port != 0)
            ports.push_back(entry.port);
        else
            ports.insert(ports.end(), {https_port, http_port});
    std::sort(ports.begin(), ports.end());
    ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
    return ports;
}

}
