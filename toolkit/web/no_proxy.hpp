#pragma once

#include <string_view>

namespace toolkit::web {

// Returns true if the value of NO_PROXY includes this host at this port. Entries are separated by
// commas and whitespace and compared as in curl: "*" matches every host; a name matches that host
// and all its subdomains, ignoring case and a dot before or after it; an address matches only that
// address, in any notation, and ADDRESS/BITS a network. An entry with a port (NAME:PORT,
// [IPV6]:PORT) matches only that port. An invalid entry matches nothing.
bool names_host(std::string_view list, std::string_view host, std::string_view port);

// Returns true for "localhost" and for loopback addresses in any notation.
bool is_loopback(std::string_view host);

}
