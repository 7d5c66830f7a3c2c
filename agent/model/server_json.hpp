#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// Parses JSON as model servers write it: like parse_bounded(), and if that fails with repairs that
// lose nothing else. A byte that is not UTF-8, and half of a surrogate pair, become U+FFFD; NaN and
// Infinity become null. Skips a byte order mark. Throws what parse_bounded() throws.
Json parse_server_json(std::string_view text);

// Returns the text with these repairs; the text itself if it needs none.
std::string repaired_json(std::string_view text);

// Like parse_server_json(), for the body of a response. Throws UNSUPPORTED if it is not JSON.
Json parse_answer(std::string_view body);

// Returns the error "the server's response can't be used: …".
ToolError unusable_answer(const std::string& what);

}
