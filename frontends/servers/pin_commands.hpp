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

// Each function returns the exit status.

// Shows on the terminal how the tools of a server differ from its pins, asks for confirmation, and
// updates the pins. A server without pins is pinned immediately, since there is nothing to compare.
int approve_pins(const VisitSetting& by, const agent::mcp::ServerEntry& entry);

// Deletes the stored data of a server: its pins, the answer about the workspace, and its cache with
// everything that it has downloaded. Returns 1 if there was none. Starts nothing. Throws IO_ERROR
// if the cache can't be removed.
int forget_server(const ConfiguredServer& server);

// Starts a server over stdio once with the network, to download its packages into its cache. Waits
// for its tools for 10 minutes, or longer if its entry says so. Throws PERMISSION_DENIED if the
// cache is not empty, and BAD_REQUEST for a server over HTTP.
int warm_server(const VisitSetting& by, const agent::mcp::ServerEntry& entry);

// Asks on the terminal whether the server may see the workspace, stores the answer and returns
// true; returns false without a question if that is already decided. Throws PERMISSION_DENIED if
// there is no terminal or no answer.
bool ask_about_workspace(const ConfiguredServer& server, system::Cancel& cancel);

// Starts the named server or all servers, and prints for each its version and protocol, its
// sandbox, its tools and how they differ from the pins.
int check_servers(const VisitSetting& by, const ConfiguredServers& configured);

}
