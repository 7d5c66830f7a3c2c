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

// How the values of flags are read. All throw BAD_REQUEST saying what would be right.

// 500ms, 30s, 2m, 1h, also with a fraction (1.5s), or bare seconds; more than nothing, at most 24
// hours.
std::chrono::milliseconds parse_duration(std::string_view text);

// Parses an age: a duration, or days such as 30d, from 0 to 36,500.
std::chrono::milliseconds parse_age(std::string_view text);

// A whole number from 1 to a million.
std::int64_t parse_count(std::string_view text);

// A whole number from 1 to 2^30.
std::size_t parse_bytes(std::string_view text);

// Parses a whole number of bytes, or of KiB, MiB or GiB such as 64K, 64M, 2G; 32M to 1024G.
std::size_t parse_memory(std::string_view text);

// A whole number from 0 to 10.
int parse_retries(std::string_view text);

// From 0 to 2.
double parse_temperature(std::string_view text);

// From 0 to 1.
double parse_top_p(std::string_view text);

// A whole number that JSON holds exactly: at most 2^53 - 1, or minus that.
std::int64_t parse_seed(std::string_view text);

// More than nothing, at most a million: an amount in the money of the prices.
double parse_amount(std::string_view text);

// Says whether the text is true, false, 1 or 0.
bool is_switch(std::string_view text);

// Returns what true, false, 1 or 0 means. Throws BAD_REQUEST for any other text.
bool parse_switch(std::string_view text);

// never, changes or always.
calls::Approve parse_approve(std::string_view text);

// auto, chat or responses.
model::Api parse_api(std::string_view text);

// auto, off or on.
model::PromptCache parse_prompt_cache(std::string_view text);

// required or best-effort.
audit::AuditPolicy parse_audit_policy(std::string_view text);

// Between commas.
std::vector<std::string> parse_names(std::string_view text);

// A point in time: a date or time in UTC as it is, or how long ago (90s, 30m, 2h, 7d).
std::string parse_since(std::string_view text);

}
