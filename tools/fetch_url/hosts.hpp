#pragma once

#include "toolkit/web/url.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fetch_url {

// The hosts that an operator allows, by --allow-host HOST[:PORT]. HOST is a name, a name after "*."
// for all names beneath it, or an address (IPv6 in brackets if a port follows). Without a port it
// allows port 443 by https and 80 by http.
class AllowedHosts {
public:
    // Throws BAD_REQUEST for an entry that is not of this form.
    explicit AllowedHosts(const std::vector<std::string>& entries);

    bool is_empty() const { return all.empty(); }
    bool allows(const toolkit::web::Url& url) const;

    // The entries as the operator wrote them, of many the first twenty: "a.example, *.b.example".
    std::string list() const;

    // True if the host of the URL is an address, and an entry that allows it is that address.
    bool names_address(const toolkit::web::Url& url) const;

    // The ports that connections may go to.
    std::vector<std::uint16_t> ports() const;

private:
    struct Entry {
        std::string host; // in lower case; of an address, its bytes
        bool is_address;
        bool is_suffix; // "*."
        std::uint16_t port; // 0: by scheme
    };

    static Entry entry_in(std::string_view text);
    bool names(const Entry& entry, const toolkit::web::Url& url) const;

    std::vector<Entry> all;
    std::vector<std::string> written;
};

}
