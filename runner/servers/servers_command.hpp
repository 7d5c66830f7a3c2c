#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"
#include "runner/servers/choose_servers.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace runner::servers {

// `agentcli mcp servers`: prints the configured servers, redacted, and starts none of them. Returns
// the exit status: 1 if a server is faulty.
int run_mcp_servers(const options::Options& options, const redaction::Secrets& secrets);

// Return what is printed. The text says for each server where it is configured, whether it is
// trusted, and its sandbox. The JSON is {"servers":[{"name","transport","source","state","trusted",
// "writtenName"?,"sandbox"?,"sha256","signIn"?,"ignored"?,"paths"?:[{"kind","text"}],"error"?,
// "hint"?}]}.
std::string servers_text(const ConfiguredServers& configured);
Json servers_json(const ConfiguredServers& configured);

// Returns "ready", "disabled", "untrusted", "unanswered", "replaced" or "faulty".
const char* name_of(ConfiguredServer::State state);

// Returns "error", "warning" or "note".
const char* name_of(PathFinding::Kind kind);

// Returns a line such as "warning: it cannot write …".
std::string text_of(const PathFinding& finding);

}
