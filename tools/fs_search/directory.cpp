#include "directory.hpp"
#include "toolkit/workspace.hpp"

#include <fcntl.h>
#include <linux/openat2.h>

#include <cerrno>

Opened open_listed(const Opened& directory, const std::string& name, std::uint64_t flags)
{
    // A listed name holds no '/' and is not "..", and a link is not followed: so it is beneath. RESOLVE_BENEATH would have the
    // kernel find that out for each file, in 2 % of the time of a search.
    flags |= O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;
    File file = open_beneath(directory.file, name, flags, RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV);
    if (file || errno != EXDEV)
        return {std::move(file), directory.short_read};
    return {open_beneath(directory.file, name, flags, RESOLVE_NO_SYMLINKS), ShortRead::may_go_on};
}
