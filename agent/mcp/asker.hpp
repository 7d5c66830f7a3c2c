#pragma once

#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <functional>

namespace agent::mcp {

using namespace toolkit;

// Puts a question of a server's (the parameters of elicitation/create, which are untrusted) to the
// user, and waits for the answer: {"action":"accept","content":{…}}, {"action":"decline"} or
// {"action":"cancel"}. An empty one: nobody can be asked, and questions are declined.
using Asker = std::function<Json(const ServerEntry& server, const Json& params)>;

}
