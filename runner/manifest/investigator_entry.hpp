#pragma once

#include "agent/calls/manifest.hpp"
#include "runner/options/options.hpp"

#include <string>
#include <vector>

namespace runner::manifest {

using namespace agent;
using namespace toolkit;

// Set in the environment of all that an investigation starts.
inline constexpr const char* mark_of_investigation = "AGENTCLI_INVESTIGATION";

// `agentcli investigate` as an entry of the manifest: name, description, schema, effects and
// command.
calls::ManifestTool plain_entry_of_investigator();

// The same for a run: with the flags of its profile, and the server as the run uses it.
calls::ManifestTool entry_of_investigator(const options::Options& options);

// Sets the server and the model of an entry.
struct EntryServer {
    std::string base_url;
    std::string api_key;
    std::vector<std::string> headers; // "Name: value"
    std::string model;
};
void renew_entry(calls::ManifestTool& entry, const EntryServer& server);

}
