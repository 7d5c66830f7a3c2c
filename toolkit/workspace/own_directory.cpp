#include "toolkit/workspace/own_directory.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/named_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

namespace toolkit::workspace {

// A directory that cannot be read cannot be locked. The tool that made it cannot remove it either,
// since that needs the right to read.
File make_own_directory(const File& root)
{
    constexpr int max_removals = 16; // by a tool that has made it and is done
    for (int tries = 0; tries < max_removals; ++tries) {
        mkdirat(root.descriptor(), own_directory_name, S_IRWXU);
        File own = system::open_in(root, own_directory_name, O_RDONLY | O_DIRECTORY);
        const bool is_locked = own && flock(own.descriptor(), LOCK_SH | LOCK_NB) == 0;
        const bool is_being_removed = own && !is_locked && errno == EWOULDBLOCK;
        if (!is_being_removed
            && (!is_locked || system::status_of(own, own_directory_name).st_nlink > 0))
            return own;
        poll(nullptr, 0, 1);
    }
    return {};
}

File make_own_directory_beside_parts(const Workspace& workspace)
{
    return workspace.within().empty() ? File() : make_own_directory(workspace.root());
}

bool is_temporary_name(std::string_view name) { return name.starts_with(temporary_prefix); }

std::string temporary_name() { return std::string(temporary_prefix) + system::random_name(); }

}
