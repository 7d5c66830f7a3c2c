#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/file.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace exec::background {

using namespace toolkit;

using Clock = std::chrono::steady_clock;

// Waits until the descriptor is ready for one of `events`, or for a hang-up, or until `deadline`.
// May return earlier. Returns what it is ready for.
using Waiting = std::function<short(int descriptor, short events, Clock::time_point deadline)>;

// By poll(2) alone.
short wait_by_poll(int descriptor, short events, Clock::time_point deadline);

// One JSON text over a stream socket, to the end of what the other process sends. Both return
// whether that was done before `deadline`, and the other end was there.
bool send_json(
    const File& socket, const Json& json, const Waiting& wait, Clock::time_point deadline);
std::optional<Json> receive_json(
    const File& socket, const Waiting& wait, Clock::time_point deadline);

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

}
