#include "own_folder.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace exec {

using namespace toolkit;

static constexpr const char* own_folder = ".agentcli";

static ToolError no_folder(mode_t mode)
{
    return {Code::not_a_directory,
        std::string("no command is run: '.agentcli' is ")
            + (S_ISLNK(mode) ? "a symbolic link" : "no directory")
            + ", and has to be a directory of the tools",
        "the operator can remove it or give it another name"};
}

// A failure to make it is that of the audit too: who may not write here, or finds the disk full,
// has nothing to keep. One that may not be read can't be locked; nor can it be removed by the tool
// that made it, which reads it.
File make_own_folder(const Workspace& workspace)
{
    constexpr int most_removals = 16; // by a tool that made it and is done
    const File& root = workspace.root();
    for (int tries = 0; tries < most_removals; ++tries) {
        mkdirat(root.descriptor(), own_folder, S_IRWXU);
        const auto there = system::status_in(root, own_folder);
        if (!there)
            return {};
        if (!S_ISDIR(there->st_mode))
            throw no_folder(there->st_mode);
        File folder = system::open_in(root, own_folder, O_RDONLY | O_DIRECTORY);
        const bool is_locked = folder && flock(folder.descriptor(), LOCK_SH | LOCK_NB) == 0;
        const bool is_being_removed = folder && !is_locked && errno == EWOULDBLOCK;
        if (!is_being_removed && (!is_locked || system::status_of(folder, own_folder).st_nlink > 0))
            return folder;
        poll(nullptr, 0, 1);
    }
    return {};
}

}
