#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/error.hpp"

#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// JSON as model servers write it: as parse_bounded() reads it, and where that is not possible with
// repairs that lose nothing else. A byte that is not UTF-8, and half of a surrogate pair, become
// U+FFFD; NaN and Infinity become null. Throws what parse_bounded() throws.
Json parse_server_json(std::string_view text);

// Returns a text that parse_bounded() refuses with these repairs; the text itself if there are
// none.
std::string mended_json(std::string_view text);

// The same for the body of a response. Throws UNSUPPORTED if it is not JSON.
Json parse_answer(std::string_view body);

// "the server's response can't be used: …"
ToolError unusable_answer(const std::string& what);

}
