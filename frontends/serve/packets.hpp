#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

// What the front asks of the spawner: numbers alone, since the front is the one that strangers
// speak to. What they choose from was fixed at the start.
struct Order {
    enum Kind : std::uint32_t { start = 1, kill = 2 };
    std::uint32_t kind = 0;
    std::uint32_t worker = 0; // a number that the front has chosen
    std::uint32_t profile = 0; // an index
    std::uint32_t workspace = 0; // an index
    std::uint32_t workflow = 0; // an index and 1; 0: a conversation
};

// What the spawner tells.
struct Report {
    enum Kind : std::uint32_t { started = 1, refused = 2, ended = 3 };
    std::uint32_t kind = 0;
    std::uint32_t worker = 0;
    std::int32_t status = 0; // of its end, as a shell has it
};

// A packet on a pair of sockets (SOCK_SEQPACKET), with descriptors. send_packet() throws what
// system_error() makes of a failure.
void send_packet(const File& socket, std::span<const std::byte> bytes, std::span<const int> passed);

template<class Packet>
void send_packet(const File& socket, const Packet& packet, std::span<const int> passed = {})
{
    send_packet(socket, std::as_bytes(std::span(&packet, 1)), passed);
}

struct Received {
    enum class Outcome { none, packet, over }; // none: nothing is there without waiting
    Outcome outcome = Outcome::none;
    std::vector<File> passed = {};
};

// One packet of exactly this size; of another size it is the end. Where no more descriptors may be
// open, it comes without those that were passed.
Received receive_packet(const File& socket, std::span<std::byte> into, bool may_wait);

template<class Packet>
Received receive_packet(const File& socket, Packet& packet, bool may_wait)
{
    return receive_packet(socket, std::as_writable_bytes(std::span(&packet, 1)), may_wait);
}

}
