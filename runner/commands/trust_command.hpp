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

// `agentcli trust`: shows ./tools.json, or the one that is named, on the terminal, and trusts these
// bytes after a yes, a test with its recording; or each server of ./.mcp.json, if that is named.
// `trust list` lists what is trusted, `trust remove` ends the trust. Answers the exit status: 1 if
// the answer is no, or nothing was trusted.
int run_trust(const options::Options& options, system::Cancel& cancel);

// What it shows of a manifest: a line for each field, as JSON in printable ASCII, in rows that
// begin with a space and are no wider than the terminal, so that no text of the manifest can look
// like another line. Schemas are left out.
std::vector<std::string> manifest_rows(const std::string& directory,
    const manifest::ManifestChoice& manifest, const terminal::TerminalStyle& look);

}
