#pragma once

#include "agent/calls/manifest.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Returns true if the tool's command can be run with --describe. A program that does not know the
// flag might ignore it and do its work, such as a deployment. Therefore returns true only for tools
// of the suite: those with effects.sandbox in their entry, which their --describe prints, and
// programs named in the installed manifest.
bool can_be_asked(const ManifestTool& tool);

// Runs the commands of tools for which can_be_asked() is true with --describe after their other
// flags, and returns the objects they print, in the order of the tools; null if a command fails or
// does not print an object within 5 s. Throws IO_ERROR if no process can be started.
std::vector<Json> describe(const std::vector<ManifestTool>& tools, system::Cancel& cancel);

// Returns true if the tool's command accepts `flags` in addition to its own: the entry it prints
// with --describe then has them at the end of its command. Throws IO_ERROR if the command does not
// exit by itself within 5 s, and INTERNAL "interrupted".
bool takes_flags(
    const ManifestTool& tool, const std::vector<std::string>& flags, system::Cancel& cancel);

}
