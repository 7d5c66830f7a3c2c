#pragma once

#include "agent/mcp/asker.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// Questions of servers (C29) are shown on the terminal, and answered there. An empty asker if there
// is no terminal: then they are declined.
agent::mcp::Asker asker_at_terminal(system::Cancel& cancel);

// For scripts: "decline"; "defaults", which leaves each field as it is by default; or a JSON
// object with the fields. A form that this does not answer is declined. Throws BAD_REQUEST for any
// other word.
agent::mcp::Asker asker_of_words(const std::string& words);

}
