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

// An address to listen on.
struct Address {
    enum class Kind { ipv4, ipv6, unix_socket };

    Kind kind = Kind::ipv4;
    std::string host = {}; // numeric; an IPv6 address without brackets
    std::uint16_t port = 0; // 0: any free port
    std::string path = {}; // path of a Unix socket

    bool is_unix() const { return kind == Kind::unix_socket; }

    // Returns true if it cannot be reached from another machine.
    bool is_local() const;
};

// Parses 127.0.0.1:PORT, [::1]:PORT, another numeric address with its port, or unix:PATH. Throws
// BAD_REQUEST with a hint about valid forms.
Address parse_address(std::string_view text);

// Returns the address in the form that parse_address() reads.
std::string address_text(const Address& address);

// A listening socket. A Unix socket has mode 0600, in a directory of the user with mode 0700, which
// is made if it is missing; the socket is removed at the end. If there are `others`, users who may
// connect to it as well, the modes are 0666 and 0711.
class Listener {
public:
    // Throws BAD_REQUEST if the address is not available.
    explicit Listener(const Address& wanted, std::vector<uid_t> others = {});

    // Takes over a socket that is already listening, at its address. A Unix socket stays in the
    // file system. Throws BAD_REQUEST if it is not a listening socket.
    explicit Listener(File listening, std::vector<uid_t> others = {});

    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    ~Listener();

    // With the actual port.
    const Address& address() const { return place; }
    int descriptor() const { return socket.descriptor(); }

    // Accepts the next connection that waits. `refused`: the connection failed, or its user may not
    // connect to the Unix socket; there may be more. `no_room`: this process has no descriptor
    // left.
    enum class Outcome { none, accepted, refused, no_room };
    struct Accepted {
        Outcome outcome;
        File connection = {};
        std::optional<uid_t> user = {}; // the user at the other end of a Unix socket
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
    dev_t device = 0; // identity of the Unix socket, so that no other one is removed
    ino_t inode = 0;
};

}
