#include "own_directory.hpp"

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

// Removes the directory, if it is empty, when this object is destroyed.
class NewDirectory {
public:
    NewDirectory(File directory, const Workspace& workspace)
        : directory(std::move(directory))
        , root(fcntl(workspace.root().descriptor(), F_DUPFD_CLOEXEC, 0))
    {
    }
    // Other processes that use the directory hold a shared lock.
    ~NewDirectory()
    {
        if (flock(directory.descriptor(), LOCK_EX | LOCK_NB) == 0)
            unlinkat(root.descriptor(), workspace::own_directory_name, AT_REMOVEDIR);
    }
    NewDirectory(const NewDirectory&) = delete;
    NewDirectory& operator=(const NewDirectory&) = delete;

    const File* file() const { return &directory; }

private:
    File directory;
    File root;
};

}

static ToolError not_a_directory(mode_t mode)
{
    return {Code::not_a_directory,
        std::string("no command was run: '.agentcli' is ")
            + (S_ISLNK(mode) ? "a symbolic link" : "not a directory")
            + ", but must be the directory of the tools",
        "the operator can remove it or give it another name"};
}

// Ignores a failure to make it. The audit fails for the same reason, and there is nothing to keep.
std::shared_ptr<const File> make_own_directory(const Workspace& workspace)
{
    const bool is_new = !system::status_in(workspace.root(), workspace::own_directory_name);
    File directory = workspace::make_own_directory(workspace.root());
    const auto there = system::status_in(workspace.root(), workspace::own_directory_name);
    if (!directory && there && !S_ISDIR(there->st_mode))
        throw not_a_directory(there->st_mode);
    if (!directory || !is_new)
        return std::make_shared<const File>(std::move(directory));
    const auto made = std::make_shared<NewDirectory>(std::move(directory), workspace);
    return {made, made->file()};
}

}
