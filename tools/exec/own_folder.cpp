#include "own_folder.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/workspace/own_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace exec {

using namespace toolkit;

namespace {

// A directory that is removed with this object if it is empty.
class NewFolder {
public:
    NewFolder(File folder, const Workspace& workspace)
        : folder(std::move(folder))
        , root(fcntl(workspace.root().descriptor(), F_DUPFD_CLOEXEC, 0))
    {
    }
    // The exclusive lock fails if others use the directory, since they hold a shared lock.
    ~NewFolder()
    {
        if (flock(folder.descriptor(), LOCK_EX | LOCK_NB) == 0)
            unlinkat(root.descriptor(), workspace::own_directory_name, AT_REMOVEDIR);
    }
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    const File* file() const { return &folder; }

private:
    File folder;
    File root;
};

}

static ToolError no_folder(mode_t mode)
{
    return {Code::not_a_directory,
        std::string("no command was run: '.agentcli' is ")
            + (S_ISLNK(mode) ? "a symbolic link" : "not a directory")
            + ", but must be the directory of the tools",
        "the operator can remove it or give it another name"};
}

// If the directory cannot be made, the audit trail cannot be written there either: without write
// permission or free space there is nothing to protect.
std::shared_ptr<const File> make_own_folder(const Workspace& workspace)
{
    const bool is_new = !system::status_in(workspace.root(), workspace::own_directory_name);
    File folder = workspace::make_own_directory(workspace.root());
    const auto there = system::status_in(workspace.root(), workspace::own_directory_name);
    if (!folder && there && !S_ISDIR(there->st_mode))
        throw no_folder(there->st_mode);
    if (!folder || !is_new)
        return std::make_shared<const File>(std::move(folder));
    const auto made = std::make_shared<NewFolder>(std::move(folder), workspace);
    return {made, made->file()};
}

}
