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

// Deletes what is kept about a server: its pins, the answer about the workspace, and its cache,
// with all that it has downloaded. 1 if nothing was kept. Starts nothing. Throws IO_ERROR if the
// cache can't be removed.
int forget_server(const ConfiguredServer& server);

// Starts a server over stdio once with the network, so that its cache has what it downloads. Waits
// for its tools for 10 minutes, or as long as its entry says if that is longer.
int warm_server(const VisitSetting& by, const agent::mcp::ServerEntry& entry);

// If nobody has said whether the server may see the workspace, asks on the terminal and keeps the
// answer; true if that has changed something. Throws PERMISSION_DENIED if there is no terminal.
bool ask_about_workspace(const ConfiguredServer& server, system::Cancel& cancel);

// Starts the server that is named, or all, and prints for each what it says of itself, its sandbox,
// its tools and how they are pinned.
int check_servers(const VisitSetting& by, const ConfiguredServers& configured);

}
