#pragma once

#include "frontends/facade/chat_request.hpp"

namespace frontends::facade {

// Adds the messages of a client to the request. Throws BAD_REQUEST, UNSUPPORTED or TOO_LARGE naming
// the message.
void take_messages(const Json& messages, ChatRequest& request);

}
