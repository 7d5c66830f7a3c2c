#pragma once

#include "agent/loop/run_result.hpp"

#include <string>

namespace frontends::chat {

using namespace agent;

// Returns what the operator can do after a turn that ended with this stop: commands of the chat
// instead of flags, which a running chat cannot take. `server` is the base URL. `keeps_text` is
// true if the text of an interrupted reply is in the conversation.
std::string hint_in_chat(const loop::Stop& stop, const std::string& server, bool keeps_text);

}
