#pragma once

#include "frontends/serve/destinations.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace frontends::serve {

// The packets between the front and the sender, on a SOCK_SEQPACKET pair. Both talk to untrusted
// peers, so neither parses anything from the other but these structs.

// Begins a packet of the front; the body of the request follows it.
struct PostHead {
    std::uint32_t number = 0; // chosen by the front
    To to = To::webhook;
    std::array<char, 32> id {}; // header webhook-id: letters, digits and _, then NULs
};

constexpr std::size_t max_post_body = 64 << 10;

// Sent by the sender when a post is over.
struct PostOutcome {
    std::uint32_t number = 0;
    std::int32_t status = 0; // of the response; 0: there was none
    std::uint32_t retry_after = 0; // in seconds, as the response says; 0: it does not
    std::array<char, 200> reason {}; // printable ASCII: why there was no response; then NULs
};

}
