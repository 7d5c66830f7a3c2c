#pragma once

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace toolkit::io {

// Functions that send bytes and descriptors over an AF_UNIX socket as one message. On
// SOCK_SEQPACKET a packet keeps its size. On SOCK_STREAM only the first byte is guaranteed to
// arrive with the descriptors.

constexpr std::size_t max_passed = 64; // descriptors in a packet

enum class Wait { until_done, never };

// A struct of plain values, which is sent as it is in memory.
template<class Fields>
concept PlainFields = std::is_trivially_copyable_v<Fields> && !std::is_convertible_v<const Fields&,
    std::span<const std::byte>>;

// Sends a message. Returns 0, or the errno of the failure: EAGAIN if it would have to wait,
// EMSGSIZE if only a part was sent, EINVAL if there are more than max_passed descriptors. Raises no
// SIGPIPE.
int send_packet(int socket, std::span<const std::byte> bytes, std::span<const int> passed = {},
    Wait wait = Wait::until_done);

template<PlainFields Fields>
int send_packet(int socket, const Fields& fields, std::span<const int> passed = {},
    Wait wait = Wait::until_done)
{
    return send_packet(socket, std::as_bytes(std::span(&fields, 1)), passed, wait);
}

struct Packet {
    enum class Outcome {
        none, // no packet is available without waiting
        whole,
        other_size, // longer or shorter than requested
        end, // the other end is closed, or the socket has failed
    };
    Outcome outcome = Outcome::none;
    std::vector<File> passed = {}; // closed on execution
    bool lacks_descriptors = false; // more were passed than were allowed or could be opened
};

// Receives one packet of exactly the size of `into`, with at most `max_descriptors` descriptors.
// The kernel closes any others.
Packet receive_packet(int socket, std::span<std::byte> into, Wait wait = Wait::until_done,
    std::size_t max_descriptors = max_passed);

template<PlainFields Fields>
Packet receive_packet(int socket, Fields& fields, Wait wait = Wait::until_done,
    std::size_t max_descriptors = max_passed)
{
    return receive_packet(
        socket, std::as_writable_bytes(std::span(&fields, 1)), wait, max_descriptors);
}

}
