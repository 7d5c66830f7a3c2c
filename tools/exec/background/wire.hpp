#pragma once

#include "toolkit/system/file.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exec::background {

using namespace toolkit;

// What a call of exec and the supervisor of the run say to each other. The supervisor is in no
// sandbox, so that it reads nothing but an Order, which has a fixed size: all else is read by the
// process that keeps the command, after it has entered its sandbox.

constexpr int given_descriptor = 3; // of the socket that the runner passes
constexpr std::size_t max_commands = 16;
constexpr std::size_t max_name = 64;

using NameBytes = std::array<char, max_name + 1>; // ends with a NUL

// Sent to the supervisor with one end of a pair of stream sockets, by which it answers.
struct Order {
    enum Kind { start, reach, list } kind = list;
    NameBytes name {};
};

// The answer to an Order. After it the process that keeps the command has the socket, if the order
// is to start or reach one and is not refused.
struct Roster {
    enum Refusal { none, unknown, taken, full, no_process } refusal = none;
    struct Entry {
        NameBytes name {};
        bool has_ended = false;
    };
    std::array<Entry, max_commands> entries {};
    std::size_t count = 0;
};

// 1 to 64 of A-Z a-z 0-9 . _ -
bool is_name(std::string_view name);

NameBytes bytes_of(std::string_view name);
std::string text_of(const NameBytes& bytes);

// In one piece, with a descriptor if there is one. Returns whether it was sent, and never blocks.
bool send_piece(int socket, const void* bytes, std::size_t size, int descriptor = -1);

// One piece of exactly this size, and the descriptor that came with it. Nothing if the other end is
// closed; `is_whole` is false if the piece has another size. Blocks, unless `flags` has
// MSG_DONTWAIT.
struct Piece {
    bool is_whole = false;
    bool is_end = false; // of all pieces
    File descriptor;
};
Piece receive_piece(int socket, void* bytes, std::size_t size, int flags = 0);

}
