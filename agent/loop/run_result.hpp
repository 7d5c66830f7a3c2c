#pragma once

#include "toolkit/system/error.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace agent::loop {

using namespace toolkit;

// Reason why a run ended. Its low byte is the exit status.
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
    stdout_closed = 141, // 128 + SIGPIPE: the reader of stdout is gone
    interrupted = 128, // the number of the signal is added
};

// Causes of failures for which there is specific advice.
enum class Cause {
    other,
    connection, // the server refuses connections, or its name is not known
    key, // the server requires another key
    rate, // the server accepts no more requests for now
    model, // the server does not have the model
    overflow, // the conversation does not fit the model's context
};

// The end of a turn or run.
struct Stop {
    Reason reason = Reason::failed;
    std::string answer = {}; // the model's answer, if the reason is `answered`
    std::string error = {}; // the error, for any other reason
    std::string hint = {};
    // True if another attempt may succeed: the server was not reached, or was too busy.
    bool may_pass = false;
    std::optional<Code> code = {}; // code of the error; nullopt: derived from the reason
    std::optional<std::chrono::seconds> retry_after = {}; // set if the server answered 429
    Cause cause = Cause::other;
};

// Returns the name of the reason, such as "max-steps".
std::string name_of(Reason reason);

}
