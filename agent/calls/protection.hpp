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

// Throws BAD_REQUEST if `path` is in the current directory but a symbolic link on it leads out of
// that directory. For paths given with flags that system::open_named_file() does not open; `what`
// is the kind of file for the message. Does nothing if the path is empty or the current directory
// is /.
void refuse_link_out(const std::string& path, const std::string& what);

// Returns the paths to protect in the directory `root`, relative to it: the files `obeyed`, the
// user's directories of state, configuration and skills, the targets of links in these, and
// agentcli itself. "." means that the whole directory is in one of them. All paths passed are
// absolute, and `root` contains no symbolic link.
std::vector<std::string> protected_places(const std::string& root, std::vector<std::string> obeyed);

// Protects the files that this run obeys, and the next run will, from tools that change files.
// Tools of the suite get a flag --protect for each of these files in their workspace, whether it
// exists or not.
class Protection {
public:
    // `obeyed` are absolute paths. The user's directories of state, configuration and skills, the
    // targets of links in them, and agentcli itself are protected as well. Creates these
    // directories if they are in the workspace.
    Protection(std::vector<std::string> obeyed, system::Cancel& cancel);

    // Returns how to start the tool, with the flags of flags_for() if its program accepts them. The
    // program is run once, before the tool's first call, to find that out. Throws the errors of
    // takes_flags(); the next call then tries again.
    Launch launch_of(const ManifestTool& tool);

    // Adds flags to `launch` that confine the call to this part of the workspace. Throws the
    // refusal of the part, UNSUPPORTED if the program has no flag for that, and the errors of
    // takes_flags().
    void narrow(const ManifestTool& tool, const WorkspacePart& part, Launch& launch);

    // Returns the --protect flags for the tool's workspace, except those that its command has.
    // Empty if the workspace does not exist.
    std::vector<std::string> flags_for(const ManifestTool& tool) const;

private:
    std::vector<std::string> obeyed;
    system::Cancel& cancel;
    std::map<std::string, std::vector<std::string>> taken; // flags, by name of the tool
    std::map<std::string, bool> can_be_narrowed; // by name of the tool
};

}
