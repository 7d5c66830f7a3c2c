#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/approval_mode.hpp"
#include "agent/model/api.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runner::options {

using namespace agent;

// Parsers for the values of flags. All throw BAD_REQUEST with a message that describes valid
// values.

// Parses a duration such as 500ms, 30s, 2m or 1h, also with a fraction (1.5s), or a number of
// seconds. It must be greater than 0 and at most 24 hours.
std::chrono::milliseconds parse_duration(std::string_view text);

// Parses an age: a duration, or days such as 30d, from 0 to 36,500.
std::chrono::milliseconds parse_age(std::string_view text);

// Parses a whole number from 1 to a million.
std::int64_t parse_count(std::string_view text);

// Parses a whole number from 1 to 2^30.
std::size_t parse_bytes(std::string_view text);

// Parses a whole number of bytes, or of KiB, MiB or GiB such as 64K, 64M, 2G; 32M to 1024G.
std::size_t parse_memory(std::string_view text);

// Parses a whole number from 0 to 10.
int parse_retries(std::string_view text);

// Parses a number from 0 to 2.
double parse_temperature(std::string_view text);

// Parses a number from 0 to 1.
double parse_top_p(std::string_view text);

// Parses a whole number that JSON represents exactly: from -(2^53 - 1) to 2^53 - 1.
std::int64_t parse_seed(std::string_view text);

// Parses an amount in the currency of the prices: greater than 0, at most a million.
double parse_amount(std::string_view text);

// Returns true if the text is "true", "false", "1" or "0".
bool is_switch(std::string_view text);

// Returns true for "true" and "1", false for "false" and "0". Throws BAD_REQUEST for any other
// text.
bool parse_switch(std::string_view text);

// Parses "never", "edits", "changes", "always" or "plan".
calls::Approve parse_approve(std::string_view text);

// Parses "auto", "chat" or "responses".
model::Api parse_api(std::string_view text);

// Parses "auto", "off" or "on".
model::PromptCache parse_prompt_cache(std::string_view text);

// Parses "required" or "best-effort".
audit::AuditPolicy parse_audit_policy(std::string_view text);

// Splits a list of names at its commas.
std::vector<std::string> parse_names(std::string_view text);

// Parses a time: a date or time in UTC, or the beginning of one (at least the year), which is
// returned unchanged; or an age (90s, 30m, 2h, 7d), which is converted to a time.
std::string parse_since(std::string_view text);

}
