#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace frontends::facade {

using namespace toolkit;

// Identifies conversations of chat completions: two requests have equal digests if they have the
// same settings and the same messages.

// Returns the digest of a conversation without messages. `body` is that of a request: everything
// counts but its messages, how its answer is sent, and the fields that have no effect here.
std::string digest_of_settings(const Json& body);

// Returns the digest of the conversation of this digest with one message more. `message` has the
// form of chat completions. Its role, texts, images, call ids, names, arguments and results count:
// arguments as the JSON that they mean, texts whether they are in parts or not, and a member that
// is null like one that is missing. Fields of other servers do not count.
std::string digest_with(const std::string& digest, const Json& message);

}
