#pragma once

#include "runner/manifest/manifest_choice.hpp"
#include "runner/options/options.hpp"
#include "runner/terminal/rows.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Runs `agentcli trust`: shows a file on the terminal, asks for confirmation, and trusts its
// current content. The default is ./tools.json. For ./.mcp.json, each server is shown and trusted
// separately; a test is trusted together with its recording. `trust list` lists what is trusted,
// `trust remove` ends the trust. Returns the exit status: 1 if the operator declines or nothing was
// trusted.
int run_trust(const options::Options& options, system::Cancel& cancel);

// Returns the rows that show a manifest: a line for each field, as JSON in printable ASCII. Rows
// begin with a space and are no wider than the terminal, so that no text in the manifest can look
// like another line. Schemas are left out.
std::vector<std::string> manifest_rows(const std::string& directory,
    const manifest::ManifestChoice& manifest, const terminal::TerminalStyle& look);

}
