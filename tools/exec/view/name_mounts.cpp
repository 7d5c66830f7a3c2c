#include "name_mounts.hpp"

#include "mounts.hpp"
#include "tools/exec/git/repository.hpp"
#include "tools/exec/git/shown_names.hpp"

#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>

#include <string>

namespace exec::view {

using namespace mounts;

static constexpr const char* of_names = "the names of a repository";

static File open_directory(const std::string& repository, const std::string& path)
{
    const File opened(open(repository.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return opened ? system::open_beneath(opened, path, O_PATH | O_DIRECTORY, git::without_links)
                  : File();
}

void cover_shown_names(const View& view)
{
    for (const SlotPlaces& places : view.slots) {
        const File cover = open_directory(places.repository, "agentcli/cover");
        const File place
            = open_directory(places.repository, std::string("worktrees/") + git::tree_of_names);
        if (!cover || !place)
            continue;
        const File copy = copy_of(cover, Depth::alone, of_names);
        restrict_copy(copy, read_only | no_suid | no_devices | no_execution, of_names);
        attach(copy, place, of_names);
    }
}

}
