#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

// Determines when a failed request is sent again, for HttpModel (agent/model/http.hpp).

constexpr std::chrono::seconds max_retry_after {60};

// Parses a Retry-After (RFC 9110, section 10.2.3): seconds, or an HTTP date in any of its three
// forms. Returns zero for a date that has passed, and nullopt if the text is neither. Accepts
// fractions of a second, and rounds them up.
std::optional<std::chrono::seconds> parse_retry_after(
    std::string_view text, std::chrono::system_clock::time_point now);

// Returns the delay that a server asks for, in the form of a Retry-After: a valid retry-after-ms
// (OpenAI, Azure) converted to seconds, since it is more precise, otherwise the value of
// Retry-After. Empty if it asks for no delay.
std::string wished_delay(std::string_view retry_after, std::string_view milliseconds);

// Returns the delay in seconds that the body of a response asks for, by Google's retryDelay or by
// words such as "try again in 2.3s". Empty if it asks for none.
std::string wished_delay_in(std::string_view body);

// Returns the time to wait before retry number `number` (from 1). It is half a second, doubled for
// each further retry up to 32 s. `random` (0 to 1) shortens it by up to a half, so that many
// clients do not return at the same time. If the server asks for longer, it is that time. Returns
// nullopt if the server asks for more than max_retry_after.
std::optional<std::chrono::milliseconds> retry_delay(int number, std::string_view retry_after,
    double random, std::chrono::system_clock::time_point now);

}
