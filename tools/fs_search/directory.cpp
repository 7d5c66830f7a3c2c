#include "directory.hpp"
#include "toolkit/workspace.hpp"

#include <fcntl.h>
#include <linux/openat2.h>

File open_in(const File& directory, const std::string& name, std::uint64_t flags)
{
    // openat2() takes no flag beside O_PATH that it would ignore.
    const std::uint64_t quiet = (flags & O_PATH) != 0 ? 0 : O_NONBLOCK | O_NOCTTY;
    return open_beneath(directory, name, flags | quiet | O_NOFOLLOW,
        RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}
