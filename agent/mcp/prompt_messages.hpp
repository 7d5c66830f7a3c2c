#pragma once

#include "toolkit/json/json.hpp"

namespace agent::mcp {

using namespace toolkit;

// The messages of a prompts/get result, which is untrusted, as a run loads them: an array of
// {"role","content"}, where a role is "user" or "assistant". Throws BAD_REQUEST if it is no such
// result, and UNSUPPORTED for content that is not text.
Json messages_of_prompt(const Json& result);

}
