#pragma once

#include <string>

namespace toolkit::web {

// Returns the 4 or 16 bytes of a textual IP address. An IPv4 address that is mapped to IPv6 has 4
// bytes. Returns an empty string if `address` is not an IP address.
std::string address_bytes(const std::string& address);

// True unless `address` is an address of the public internet; also true if it is not an IP address
// or has a scope. Private are loopback, link-local, site-local, unique local, private (RFC 1918),
// CGNAT, multicast, unspecified, documentation and other reserved networks, and addresses that
// embed such an IPv4 address (mapped, 6to4, NAT64).
bool is_private(const std::string& address);

// The network from which an address is reachable: the internet, this machine only, or another
// private network.
enum class Network { internet, loopback, local };

// Returns the network of an address, according to is_private(). Loopback is 127.0.0.0/8 and ::1.
Network network_of(const std::string& address);

}
