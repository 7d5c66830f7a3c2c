#pragma once

#include "frontends/screen/keys.hpp"
#include "frontends/screen/safe_text.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::screen {

using namespace toolkit;

// Formats JSON that models and tools have written.

// Returns the JSON in `text`, or null if it is not JSON.
Json json_in(std::string_view text);

// Returns a string as it is, and any other value as JSON on one line.
std::string value_text(const Json& value);

// Format numbers for people.

SafeText with_commas(std::uint64_t number); // 10,000
SafeText bytes_text(std::uint64_t bytes); // 812 B, 1.2 KB, 512 KB, 3.4 MB
SafeText tokens_text(std::uint64_t tokens); // 812, 3.2k, 43k, 1.2M
SafeText duration_text(Moment duration); // 12 ms, 3 s, 2 min 5 s
SafeText seconds_text(Moment duration); // whole seconds: 0 s, 3 s, 2 min 5 s
SafeText number_text(std::uint64_t number);

}
