#include "toolkit/opening.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace {

bool is_by_names = false;

File open_how_beneath(const File& directory, const std::string& path, const open_how& how)
{
    // EAGAIN: a rename raced with "..". A hostile neighbour could go on renaming, so not for ever.
    for (int tries = 0; tries < 128; ++tries) {
        const long descriptor = syscall(SYS_openat2, directory.descriptor(), path.c_str(), &how, sizeof how);
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

bool is_link(const File& entry)
{
    struct stat status { };
    return fstat(entry.descriptor(), &status) == 0 && S_ISLNK(status.st_mode);
}

// Opens one name after the other, each directly in the directory before it, and never through a link.
class Steps {
public:
    Steps(std::uint64_t flags, std::uint64_t resolve)
        : flags(static_cast<int>(flags))
        , error_of_link((resolve & RESOLVE_NO_SYMLINKS) != 0 ? ELOOP : EXDEV)
    {
    }

    File open(const File& directory, const std::string& path) const
    {
        std::size_t slash = path.find('/');
        if (slash == std::string::npos)
            return last(directory, path);
        File reached;
        std::size_t begin = 0;
        for (; slash != std::string::npos; begin = slash + 1, slash = path.find('/', begin)) {
            File next = step(
                reached ? reached : directory, path.substr(begin, slash - begin), O_PATH | O_DIRECTORY);
            if (!next)
                return {};
            reached = std::move(next);
        }
        const bool is_directory = begin == path.size(); // "a/"
        return is_directory ? last(reached, ".") : last(reached, path.substr(begin));
    }

private:
    File step(const File& directory, const std::string& name, int how) const
    {
        if (name == "..")
            return failed_with(EXDEV);
        File entry(openat(directory.descriptor(), name.c_str(), how | O_NOFOLLOW | O_CLOEXEC));
        if (!entry && (errno == ELOOP || errno == ENOTDIR)) {
            const int error = errno;
            char first = 0;
            const bool is_of_link = readlinkat(directory.descriptor(), name.c_str(), &first, 1) >= 0;
            return failed_with(is_of_link ? error_of_link : error);
        }
        return entry;
    }

    File last(const File& directory, const std::string& name) const
    {
        File entry = step(directory, name, flags);
        constexpr int named_alone = O_PATH | O_NOFOLLOW; // what may open a link itself
        const bool may_be_unwanted = entry && (flags & named_alone) == O_PATH;
        return may_be_unwanted && is_link(entry) ? failed_with(error_of_link) : std::move(entry);
    }

    int flags;
    int error_of_link;
};

}

File open_beneath(const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve)
{
    return is_by_names
        ? open_name_by_name(directory, path, flags, resolve)
        : open_how_beneath(directory, path, {.flags = flags | O_CLOEXEC, .mode = 0, .resolve = resolve});
}

File open_name_by_name(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve)
{
    if ((resolve & RESOLVE_NO_XDEV) != 0)
        return failed_with(EXDEV);
    return Steps(flags, resolve).open(directory, path);
}

void open_by_names() { is_by_names = true; }

File create_beneath(const File& directory, const std::string& name)
{
    return open_how_beneath(directory, name,
        {.flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC,
            .mode = 0600,
            .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS});
}
