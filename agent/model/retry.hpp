#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

// When a request that failed is sent again; HttpModel (agent/model/http.hpp) does it.

constexpr std::chrono::seconds max_retry_after {60};

// What a Retry-After asks for (RFC 9110, section 10.2.3): seconds, or a date of HTTP (in
// any of its three forms); a date that has passed is no time at all. Nothing where it is neither.
std::optional<std::chrono::seconds> parse_retry_after(
    std::string_view text, std::chrono::system_clock::time_point now);

// The delay that a server wishes, as a Retry-After has it: from that header, or from retry-after-ms
// (OpenAI, Azure), which is more precise. Empty where it wishes none.
std::string wished_delay(std::string_view retry_after, std::string_view milliseconds);

// Returns the delay in seconds that the body of a response asks for, by Google's retryDelay or by
// words such as "try again in 2.3s". Empty if it asks for none.
std::string wished_delay_in(std::string_view body);

// How long to wait before retry number `number` (from 1): half a second, doubled for each, of which
// `random` (0 to 1) takes up to a half away, so that many clients do not come back at once; or as
// long as the server has asked for, if that is longer. Nothing where it asks for more than
// max_retry_after.
std::optional<std::chrono::milliseconds> retry_delay(int number, std::string_view retry_after,
    double random, std::chrono::system_clock::time_point now);

}
