#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string_view>

namespace runner::clients {

using namespace toolkit;

constexpr std::size_t max_toml_depth = 64;
constexpr std::size_t max_toml_values = 10'000;

// Parses a document of TOML 1.0 and returns it as JSON: tables and inline tables become objects,
// arrays of tables and arrays become arrays. Dates, times, inf and nan become texts as they are
// written, because JSON has no such values. Comments and newlines are also accepted in inline
// tables, as in TOML 1.1. Throws BAD_REQUEST naming the line if the text is not TOML, defines a key
// twice, or has more than max_toml_depth levels or max_toml_values values.
Json toml_document(std::string_view text);

}
