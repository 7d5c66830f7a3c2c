#pragma once

#include "agent/session/history.hpp"
#include "frontends/acp/updates.hpp"
#include "toolkit/json/json.hpp"

#include <vector>

namespace frontends::acp {

using namespace agent;
using namespace toolkit;

// Returns the updates (session/update) for a loaded conversation: its messages, calls and results.
std::vector<Json> updates_of_past(session::History history, const Updates& updates);

}
