#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "runner/servers/choose_servers.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace runner::servers {

// `agentcli mcp servers`: prints the servers that are configured, redacted, and starts none.
// Answers the exit status: 1 if one of them is faulty.
int run_mcp_servers(const options::Options& options, const redaction::Secrets& secrets);

// What it prints: of each server where it was configured, whether it is trusted, and its sandbox;
// or {"servers":[{"name","transport","source","state","trusted","sandbox"?,"sha256","ignored"?,
// "paths"?:[{"kind","text"}],"error"?,"hint"?}]}.
std::string servers_text(const ConfiguredServers& configured);
Json servers_json(const ConfiguredServers& configured);

// "ready", "disabled", "untrusted", "unanswered", "replaced" or "faulty".
const char* name_of(ConfiguredServer::State state);

// "error", "warning" or "note".
const char* name_of(PathFinding::Kind kind);

// "warning: it cannot write …".
std::string text_of(const PathFinding& finding);

}
