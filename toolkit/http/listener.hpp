#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::http {

using namespace toolkit;

// An address that a server listens on.
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

// Returns the address in the form that parse_address() reads.
std::string address_text(const Address& address);

// A socket that listens. One of the file system has mode 0600, in a directory of mode 0700 that is
// the user's, which is made if it is missing; it is removed at the end. With `others`, which are
// users who may connect to such a socket, the modes are 0666 and 0711.
class Listener {
public:
    // Throws BAD_REQUEST if the address can't be had.
    explicit Listener(const Address& wanted, std::vector<uid_t> others = {});

    // One that listens already, at the address that it has; what is in the file system stays.
    // Throws BAD_REQUEST if it is no socket that listens.
    explicit Listener(File listening, std::vector<uid_t> others = {});

    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    ~Listener();

    // With the port that it got.
    const Address& address() const { return place; }
    int descriptor() const { return socket.descriptor(); }

    // The next connection that waits. `refused`: one that came to nothing, such as of a user who
    // may not connect to a Unix socket; there may be more. `no_room`: this process has no
    // descriptor for it.
    enum class Outcome { none, accepted, refused, no_room };
    struct Accepted {
        Outcome outcome;
        File connection = {};
        std::optional<uid_t> user = {}; // at the other end of a Unix socket
    };
    Accepted accept() const;

private:
    void listen_on_port();
    void listen_at_path();
    void bind_path() const;
    bool lets_in(uid_t user) const;

    Address place;
    std::vector<uid_t> others;
    File socket;
    dev_t device = 0; // of the Unix socket
    ino_t inode = 0;
};

}
