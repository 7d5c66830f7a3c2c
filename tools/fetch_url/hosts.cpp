#include "hosts.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/no_proxy.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace fetch_url {

using namespace toolkit;

static constexpr std::uint16_t https_port = 443;
static constexpr std::uint16_t http_port = 80;
static constexpr std::size_t ipv4_size = sizeof(in_addr);

std::string address_bytes(const std::string& address)
{
    static constexpr std::string_view mapped("\0\0\0\0\0\0\0\0\0\0\xff\xff", 12);
    std::string bytes(sizeof(in6_addr), '\0');
    if (inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1)
        return bytes.starts_with(mapped) ? bytes.substr(mapped.size()) : bytes;
    bytes.resize(ipv4_size);
    return inet_pton(AF_INET, address.c_str(), bytes.data()) == 1 ? bytes : "";
}

// Those of the registries of IANA for special purposes that are not reachable globally, and the
// deprecated ones that lead to IPv4 addresses.
static constexpr std::string_view private_networks
    = "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,"
      "192.0.2.0/24,192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,"
      "224.0.0.0/3,"
      "::/96,64:ff9b:1::/48,100::/64,2001::/23,2001:db8::/32,2002::/16,3fff::/20,5f00::/16,"
      "fc00::/7,fe80::/9,ff00::/8";

bool is_private(const std::string& address)
{
    static constexpr std::string_view nat64("\x00\x64\xff\x9b\0\0\0\0\0\0\0\0", 12);
    const std::string bytes = address_bytes(address);
    if (bytes.empty())
        return true;
    if (bytes.starts_with(nat64)) {
        std::string text(INET_ADDRSTRLEN, '\0');
        inet_ntop(AF_INET, bytes.data() + nat64.size(), text.data(), INET_ADDRSTRLEN);
        return is_private(text.c_str());
    }
    return web::names_host(private_networks, address, "");
}

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

// The host, and what follows it: ":PORT", or nothing.
static std::pair<std::string_view, std::string_view> split(std::string_view entry)
{
    if (entry.starts_with('[')) {
        const std::size_t end = entry.find(']');
        if (end == std::string_view::npos)
            return {entry, {}}; // neither a name nor an address
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
    Entry entry {address_bytes(std::string(host)), true, false, port_in(port, text)};
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
    const std::string address = address_bytes(url.host);
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
