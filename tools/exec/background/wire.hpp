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

// Waits until the descriptor is ready for one of `events`, until it hangs up, or until `deadline`.
// May return earlier. Returns the events for which it is ready.
using Waiting = std::function<short(int descriptor, short events, Clock::time_point deadline)>;

// Waits with poll(2) and does nothing else meanwhile.
short wait_by_poll(int descriptor, short events, Clock::time_point deadline);

// Send or receive one JSON value over a stream socket. Sending ends with a shutdown of the writing
// direction; receiving reads until the peer has done that. They return false or nullopt if this was
// not completed before `deadline` or the connection broke; receive_json() also if the input is not
// valid JSON or longer than 96 MiB.
bool send_json(
    const File& socket, const Json& json, const Waiting& wait, Clock::time_point deadline);
std::optional<Json> receive_json(
    const File& socket, const Waiting& wait, Clock::time_point deadline);

// Messages between a call of exec and the supervisor of the run. The supervisor is not in a
// sandbox, so that it reads nothing but an Order, which has a fixed size. The process that holds
// the command reads everything else, after it has entered its sandbox.

constexpr int given_descriptor = 3; // socket that the runner passes
constexpr std::size_t max_commands = 16;
constexpr std::size_t max_name = 64;

using NameBytes = std::array<char, max_name + 1>; // terminated by a NUL

// Sent to the supervisor together with one end of a pair of stream sockets, which receives the
// reply.
struct Order {
    enum Kind { start, reach, list } kind = list;
    NameBytes name {};
};

// The reply to an Order. If the order is to start or reach a command and is not refused, the
// process that holds the command uses the socket after that.
struct Roster {
    enum Refusal { none, unknown, taken, full, no_process } refusal = none;
    struct Entry {
        NameBytes name {};
        bool has_ended = false;
    };
    std::array<Entry, max_commands> entries {};
    std::size_t count = 0;
};

// Returns true if `name` consists of 1 to 64 of A-Z a-z 0-9 . _ -
bool is_name(std::string_view name);

// Convert a name. bytes_of() cuts it to `max_name` bytes.
NameBytes bytes_of(std::string_view name);
std::string text_of(const NameBytes& bytes);

}
