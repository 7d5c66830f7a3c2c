#pragma once

#include "toolkit/system/error.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace agent::loop {

using namespace toolkit;

// The reason why a run has ended. The exit status is its low byte.
enum class Reason : int {
    answered = 0,
    failed = 1,
    content_filter = 0x100 | failed,
    misused = 2,
    max_steps = 3,
    max_tool_calls = 4,
    max_seconds = 5,
    repeated_call = 6,
    max_total_tokens = 8,
    max_cost = 0x100 | max_total_tokens,
    timed_out = 124,
    stdout_closed = 141, // 128 and SIGPIPE: its reader is gone
    interrupted = 128, // plus the number of the signal
};

// The causes of failures that an operator can do something about.
enum class Cause {
    other,
    connection, // the server refuses connections, or its name is not known
    key, // the server requires another key
    rate, // the server allows no more requests now
    model, // the server does not have the model
    overflow, // the conversation does not fit the model's context
};

struct Stop {
    Reason reason = Reason::failed;
    std::string answer = {}; // the model's answer, if the reason is `answered`
    std::string error = {}; // the error otherwise
    std::string hint = {};
    // The server was not reached, or was too busy: another attempt may succeed.
    bool may_pass = false;
    std::optional<Code> code = {}; // of the error; nullopt: derived from the reason
    std::optional<std::chrono::seconds> retry_after = {}; // if the server had too many requests
    Cause cause = Cause::other;
};

// Returns a name like "max-steps".
std::string name_of(Reason reason);

}
