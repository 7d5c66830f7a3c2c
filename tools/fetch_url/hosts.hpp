#pragma once

#include "toolkit/web/url.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fetch_url {

// The hosts that the operator permits with --allow-host HOST[:PORT]. HOST is a name, "*." and a
// name for all names below it, or an address (an IPv6 address in brackets if a port follows). An
// entry without a port permits port 443 for https and 80 for http.
class AllowedHosts {
public:
    // Throws BAD_REQUEST for an entry that is not of this form.
    explicit AllowedHosts(const std::vector<std::string>& entries);

    bool is_empty() const { return all.empty(); }
    // Returns true if an entry permits the host and port of the URL.
    bool allows(const toolkit::web::Url& url) const;

    // Returns the entries as the operator wrote them, at most twenty: "a.example, *.b.example".
    std::string list() const;

    // Returns true if the host of the URL is an address and an entry for exactly that address
    // permits it.
    bool names_address(const toolkit::web::Url& url) const;

    // Returns the ports that connections may use, sorted.
    std::vector<std::uint16_t> ports() const;

private:
    struct Entry {
        std::string host; // in lower case; for an address, its bytes
        bool is_address;
        bool is_suffix; // the entry began with "*."
        std::uint16_t port; // 0: the default of the scheme
    };

    static Entry entry_in(std::string_view text);
    bool names(const Entry& entry, const toolkit::web::Url& url) const;

    std::vector<Entry> all;
    std::vector<std::string> written;
};

}
