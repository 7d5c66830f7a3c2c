#pragma once

#include "agent/calls/launch.hpp"
#include "agent/mcp/server_entry.hpp"

namespace agent::mcp {

// How the server of an entry is started: its launcher, if it has one, then its command, in its
// directory and with its environment alone. A program that is named without a '/' is looked for on
// the PATH of that environment, in absolute directories. Throws NOT_FOUND naming it.
calls::Launch launch_of(const ServerEntry& entry);

}
