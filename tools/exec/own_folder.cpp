#include "own_folder.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/workspace/own_directory.hpp"

#include <sys/stat.h>

namespace exec {

using namespace toolkit;

static ToolError no_folder(mode_t mode)
{
    return {Code::not_a_directory,
        std::string("no command is run: '.agentcli' is ")
            + (S_ISLNK(mode) ? "a symbolic link" : "no directory")
            + ", and has to be a directory of the tools",
        "the operator can remove it or give it another name"};
}

// A failure to make it is that of the audit too: who may not write here, or finds the disk full,
// has nothing to keep.
File make_own_folder(const Workspace& workspace)
{
    File folder = workspace::make_own_directory(workspace.root());
    if (folder)
        return folder;
    const auto there = system::status_in(workspace.root(), workspace::own_directory_name);
    if (there && !S_ISDIR(there->st_mode))
        throw no_folder(there->st_mode);
    return folder;
}

}
