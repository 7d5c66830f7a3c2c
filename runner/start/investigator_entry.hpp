#pragma once

#include "agent/calls/manifest.hpp"
#include "runner/options/options.hpp"
#include "runner/start/run_config.hpp"

namespace runner::start {

using namespace agent;
using namespace toolkit;

// Set in the environment of all that an investigation starts.
inline constexpr const char* mark_of_investigation = "AGENTCLI_INVESTIGATION";

// `agentcli investigate` as an entry of the manifest: name, description, schema, effects and
// command.
calls::ManifestTool plain_entry_of_investigator();

// The same for a run: with the flags of its profile, and the server as the run uses it.
calls::ManifestTool entry_of_investigator(const options::Options& options);

// The server of the run, its headers or its model are others now: so they are for the
// investigator, if there is one.
void renew_investigator(RunConfig& config);

// Does its entry say that it reads the workspace at most? Then it changes no files, runs no
// programs and uses no network. An entry without effects says nothing, and our own program is none,
// whatever its entry says.
bool is_reading_tool(const calls::ManifestTool& tool);

}
