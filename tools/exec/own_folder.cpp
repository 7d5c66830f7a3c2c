#include "own_folder.hpp"

#include "toolkit/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>

static constexpr const char* own_folder = ".agentcli";

// A failure to make it is that of the audit too: who may not write here, or finds the disk full, has nothing to keep.
void make_own_folder(const Workspace& workspace)
{
    const int root = workspace.root().descriptor();
    struct stat status { };
    mkdirat(root, own_folder, S_IRWXU);
    if (fstatat(root, own_folder, &status, AT_SYMLINK_NOFOLLOW) != 0 || S_ISDIR(status.st_mode))
        return;
    throw ToolError(Code::not_a_directory,
        std::string("no command is run: '.agentcli' is ")
            + (S_ISLNK(status.st_mode) ? "a symbolic link" : "no directory")
            + ", and has to be a directory of the tools",
        "the operator can remove it or give it another name");
}
