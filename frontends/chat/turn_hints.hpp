#pragma once

#include "agent/loop/run_result.hpp"

#include <string>

namespace frontends::chat {

using namespace agent;

// Returns what the operator of a chat can do after a turn that ended like this: commands of the
// chat in place of flags, which a chat that runs cannot take. `server` is the base URL. With
// `keeps_text`, the text of a reply that broke off is in the conversation.
std::string hint_in_chat(const loop::Stop& stop, const std::string& server, bool keeps_text);

}
