#pragma once

#include <string_view>

namespace toolkit::web {

// Does a list of NO_PROXY name this host at this port? Entries are separated by commas and
// whitespace, and compared as curl compares them: "*" names every host; a name is that host and all
// hosts beneath it, in any case, with or without a dot before or after it; an address names that
// address alone, however it is written, and ADDRESS/BITS a network. A port after an entry
// (NAME:PORT, [IPV6]:PORT) names that port only. An entry that is neither a name nor a network
// names nothing.
bool names_host(std::string_view list, std::string_view host, std::string_view port);

// "localhost", or a loopback address, however it is written.
bool is_loopback(std::string_view host);

}
