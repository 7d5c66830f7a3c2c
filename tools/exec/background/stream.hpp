#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/file.hpp"

#include <chrono>
#include <functional>
#include <optional>

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

}
