#pragma once

#include "agent/mcp/server_entry.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "runner/servers/choose_servers.hpp"
#include "toolkit/system/cancel.hpp"

namespace frontends::servers {

using namespace agent;
using namespace runner::servers;
using namespace runner;
using namespace toolkit;

struct VisitSetting {
    const options::Options& options;
    const redaction::Redaction& redaction;
    system::Cancel& cancel;
};

// Each returns the exit status.

// Shows on the terminal what differs between the pins and the server, and pins what it shows now
// after a yes. What was never seen is pinned at once: there is nothing to compare it with.
int approve_pins(const VisitSetting& by, const agent::mcp::ServerEntry& entry);

// The next list is pinned then. 1 if nothing was pinned.
int forget_pins(const agent::mcp::ServerEntry& entry);

// Starts the server that is named, or all, and prints for each what it says of itself, its sandbox,
// its tools and how they are pinned.
int check_servers(const VisitSetting& by, const ConfiguredServers& configured);

}
