#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/calls/process.hpp"
#include "agent/calls/tool_source.hpp"
#include "toolkit/system/cancel.hpp"

#include <map>
#include <string>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Returns the absolute paths through which `path` is resolved: as it is written, then with one more
// symbolic link resolved in each. The target need not exist. The last path has no links, except in
// a loop; the meaning of each other one depends on a link that it contains.
std::vector<std::string> paths_to(const std::string& path);

// Throws BAD_REQUEST if the path begins in the current directory and a link there leads out: for
// `what` a flag names and system::open_named_file() does not open. Does nothing for an empty path.
void refuse_link_out(const std::string& path, const std::string& what);

// Returns the places beneath `root`, relative to it, of the obeyed files, of the directories of the
// user, of the targets of links in these, and of agentcli itself. All paths passed are absolute,
// and the root contains no symbolic link.
std::vector<std::string> protected_places(const std::string& root, std::vector<std::string> obeyed);

// Keeps what this run has obeyed, and the next one will, from the tools that change files: those of
// the suite get a --protect for each of its files that lies in their workspace, whether it exists
// or not.
class Protection {
public:
    // `obeyed` are absolute paths. The directories of state and configuration, the targets of links
    // in them, and agentcli itself are protected as well.
    Protection(std::vector<std::string> obeyed, system::Cancel& cancel);

    // How the tool is started, with these flags if its program takes them. That is asked before its
    // first call, and once. Throws what takes_flags() throws: then nobody knows, and it is asked
    // again the next time.
    Launch launch_of(const ManifestTool& tool);

    // Has a call that is started so use this part of the workspace alone. Throws its refusal,
    // UNSUPPORTED if the program has no flag for that, and what takes_flags() throws.
    void narrow(const ManifestTool& tool, const WorkspacePart& part, Launch& launch);

    // What the tool would get.
    std::vector<std::string> flags_for(const ManifestTool& tool) const;

private:
    std::vector<std::string> obeyed;
    system::Cancel& cancel;
    std::map<std::string, std::vector<std::string>> taken; // by tool
    std::map<std::string, bool> can_be_narrowed; // by tool
};

}
