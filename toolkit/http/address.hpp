#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::http {

// Where a server listens.
struct Address {
    enum class Kind { ipv4, ipv6, unix_socket };

    Kind kind = Kind::ipv4;
    std::string host = {}; // in numbers; an IPv6 address without its brackets
    std::uint16_t port = 0; // 0: one that is free
    std::string path = {}; // of a Unix socket

    bool is_unix() const { return kind == Kind::unix_socket; }

    // Nobody reaches it from another machine.
    bool is_local() const;
};

// 127.0.0.1:PORT, [::1]:PORT, another address in numbers with its port, or unix:PATH. Throws
// BAD_REQUEST saying what would be right.
Address parse_address(std::string_view text);

// As parse_address() reads it.
std::string address_text(const Address& address);

}
