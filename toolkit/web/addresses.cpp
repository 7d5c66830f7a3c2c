#include "toolkit/web/addresses.hpp"

#include "toolkit/web/no_proxy.hpp"

#include <arpa/inet.h>

#include <string_view>

namespace toolkit::web {

std::string address_bytes(const std::string& address)
{
    static constexpr std::string_view mapped("\0\0\0\0\0\0\0\0\0\0\xff\xff", 12);
    std::string bytes(sizeof(in6_addr), '\0');
    if (inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1)
        return bytes.starts_with(mapped) ? bytes.substr(mapped.size()) : bytes;
    bytes.resize(sizeof(in_addr));
    return inet_pton(AF_INET, address.c_str(), bytes.data()) == 1 ? bytes : "";
}

// Networks of IANA's special-purpose registries that are not globally reachable, and deprecated
// networks that embed IPv4 addresses.
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
    return names_host(private_networks, address, "");
}

Network network_of(const std::string& address)
{
    static constexpr std::string_view ipv6_loopback("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);
    if (!is_private(address))
        return Network::internet;
    const std::string bytes = address_bytes(address);
    const bool is_ipv4_loopback = bytes.size() == sizeof(in_addr) && bytes.front() == '\x7f';
    return is_ipv4_loopback || bytes == ipv6_loopback ? Network::loopback : Network::local;
}

}
