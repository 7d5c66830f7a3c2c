#include "toolkit/system/open_beneath.hpp"

#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <optional>

namespace toolkit::system {

namespace {

bool is_by_names = false;

File open_how_beneath(const File& directory, const std::string& path, const open_how& how)
{
    // EAGAIN: a rename raced with "..". A hostile neighbour could continue renaming, so not
    // forever.
    for (int tries = 0; tries < 128; ++tries) {
        const long descriptor
            = syscall(SYS_openat2, directory.descriptor(), path.c_str(), &how, sizeof how);
        if (descriptor >= 0)
            return File(static_cast<int>(descriptor));
        if (errno != EAGAIN && errno != EINTR)
            break;
    }
    return {};
}

File failed_with(int error)
{
    errno = error;
    return {};
}

File open_entry(const File& directory, const std::string& name, std::uint64_t flags)
{
    for (;;) {
        File entry(openat(directory.descriptor(), name.c_str(),
            static_cast<int>(flags) | O_NOFOLLOW | O_CLOEXEC));
        if (entry || errno != EINTR)
            return entry;
    }
}

// By its text, unless that is absolute.
std::optional<std::string> follow_relative(const File& link)
{
    auto target = find_target_of(link);
    if (target && target->starts_with('/')) {
        errno = EXDEV;
        return std::nullopt;
    }
    return target;
}

}

File open_beneath(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve)
{
    return is_by_names ? open_name_by_name(directory, path, flags, resolve)
                       : open_how_beneath(directory, path,
                           {.flags = flags | O_CLOEXEC, .mode = 0, .resolve = resolve});
}

File open_name_by_name(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve)
{
    if ((resolve & RESOLVE_NO_XDEV) != 0)
        return failed_with(EXDEV);
    if ((flags & O_NOFOLLOW) != 0 && path.find('/') == std::string::npos && path != "..")
        return open_entry(directory, path, flags);
    if (path.empty())
        return failed_with(ENOENT);
    if (path.size() >= PATH_MAX)
        return failed_with(ENAMETOOLONG);
    if (path.front() == '/')
        return failed_with(EXDEV);
    const auto follow
        = [&](const File& link, const std::string& /*place*/) -> std::optional<std::string> {
        if ((resolve & RESOLVE_NO_SYMLINKS) == 0)
            return follow_relative(link);
        errno = ELOOP;
        return std::nullopt;
    };
    PathWalk walk(directory, path, {open_entry, follow, flags});
    return walk.run() ? walk.last() : File();
}

void open_by_names() { is_by_names = true; }

File create_beneath(const File& directory, const std::string& name, mode_t mode)
{
    return open_how_beneath(directory, name,
        {.flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC,
            .mode = mode,
            .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS});
}

}
