#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace frontends::facade {

using namespace toolkit;

// Identifies conversations of chat completions: two requests have equal digests if they have the
// same settings and the same messages.

// Returns the digest of a conversation without messages: of the fields of `body`, the body of a
// request, for which changes_the_answer() is true.
std::string digest_of_settings(const Json& body);

// Returns the digest of a conversation after one more message. `digest` is that of the conversation
// before `message`, which has the form of chat completions. Its role, texts, images, call ids,
// names, arguments and results count; other fields do not. Arguments are compared as JSON, texts
// regardless of their parts, and null is equal to a missing member.
std::string digest_with(const std::string& digest, const Json& message);

}
