#include "toolkit/system/opening.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

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

File open_entry(const File& directory, const std::string& name, int flags)
{
    for (;;) {
        File entry(openat(directory.descriptor(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
        if (entry || errno != EINTR)
            return entry;
    }
}

// Nothing where it can't be looked at, and errno.
std::optional<mode_t> kind_of(const File& entry)
{
    struct stat status { };
    if (!entry || fstat(entry.descriptor(), &status) != 0)
        return std::nullopt;
    return status.st_mode & S_IFMT;
}

// Opens one name after the other, each directly in the directory before it, and follows links by their text. What answers bool is false
// where it failed, and errno.
class PathWalk {
public:
    PathWalk(const File& start, const std::string& path, std::uint64_t flags, std::uint64_t resolve)
        : start(start)
        , flags(static_cast<int>(flags))
        , may_follow((resolve & RESOLVE_NO_SYMLINKS) == 0)
    {
        pending.push_back({path, 0});
    }

    File open()
    {
        const std::string& path = pending.front().text;
        if (path.empty())
            return failed_with(ENOENT);
        if (path.size() >= PATH_MAX)
            return failed_with(ENAMETOOLONG);
        if (path.front() == '/')
            return failed_with(EXDEV);
        while (!last && next_name())
            if (!step())
                return {};
        return std::move(last);
    }

private:
    struct Text {
        std::string text;
        std::size_t at;

        bool has_names() const { return text.find_first_not_of('/', at) != std::string::npos; }
        bool has_more() const { return at < text.size(); }
    };

    static bool fails(int error)
    {
        errno = error;
        return false;
    }

    const File& here() const { return above.empty() ? start : above.back(); }

    bool next_name()
    {
        while (!pending.empty() && !pending.back().has_names())
            pending.pop_back();
        if (pending.empty())
            return false;
        auto& [text, at] = pending.back();
        begin = text.find_first_not_of('/', at);
        at = std::min(text.find('/', begin), text.size());
        name = text.substr(begin, at - begin);
        is_last = std::none_of(pending.begin(), pending.end(), std::mem_fn(&Text::has_names));
        has_slash = std::any_of(pending.begin(), pending.end(), std::mem_fn(&Text::has_more));
        return true;
    }

    bool step()
    {
        if (name == "..")
            return step_up();
        if (is_last)
            return open_last();
        if (name == ".")
            return true;
        File next = open_entry(here(), name, O_PATH | O_DIRECTORY);
        return !next && errno == ENOTDIR ? follow_or_fail(ENOTDIR) : enter(std::move(next));
    }

    bool enter(File directory)
    {
        if (!directory)
            return false;
        if (above.size() == most_directories)
            return fails(ENAMETOOLONG);
        above.push_back(std::move(directory));
        return true;
    }

    bool step_up()
    {
        if (above.empty())
            return fails(EXDEV);
        if (!open_entry(here(), ".", O_PATH)) // may it be searched?
            return false;
        above.pop_back();
        name = ".";
        return !is_last || open_last();
    }

    bool open_last()
    {
        const int wanted = flags | (has_slash ? O_DIRECTORY : 0);
        last = open_entry(here(), name, wanted);
        const bool is_wanted_itself = (flags & O_NOFOLLOW) != 0 && !has_slash;
        const bool may_be_link = last ? (wanted & O_PATH) != 0 : errno == ELOOP || errno == ENOTDIR;
        if (is_wanted_itself || !may_be_link)
            return static_cast<bool>(last);
        if (!last)
            return follow_or_fail(errno);
        if (kind_of(last) != S_IFLNK)
            return true;
        const File link = std::move(last);
        return follow(link);
    }

    // What stands here was not what was wanted: by what it is now, which may have been exchanged since.
    bool follow_or_fail(int error)
    {
        constexpr int most_exchanges = 128; // a hostile neighbour could go on
        const File entry = open_entry(here(), name, O_PATH);
        const auto kind = kind_of(entry);
        if (!kind)
            return false;
        if (kind == S_IFLNK)
            return follow(entry);
        if (kind != S_IFDIR || ++exchanges == most_exchanges)
            return fails(error);
        pending.back().at = begin;
        return true;
    }

    bool follow(const File& link)
    {
        if (!may_follow || ++links > most_links)
            return fails(ELOOP);
        auto target = find_target_of(link);
        if (!target)
            return false;
        if (target->empty())
            return fails(ENOENT);
        if (target->front() == '/')
            return fails(EXDEV);
        pending.push_back({std::move(*target), 0});
        return true;
    }

    const File& start;
    std::vector<File> above; // the directories on the way; in the last one is the next name
    std::vector<Text> pending; // the path, and of each link that is being followed what it leads to
    std::string name;
    std::size_t begin = 0; // of the name
    bool is_last = false;
    bool has_slash = false; // behind the last name
    int flags;
    bool may_follow;
    int links = 0;
    int exchanges = 0;
    File last;
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
    const bool is_entry = (flags & O_NOFOLLOW) != 0 && path.find('/') == std::string::npos && path != "..";
    return is_entry ? open_entry(directory, path, static_cast<int>(flags))
                    : PathWalk(directory, path, flags, resolve).open();
}

void open_by_names() { is_by_names = true; }

File create_beneath(const File& directory, const std::string& name)
{
    return open_how_beneath(directory, name,
        {.flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC,
            .mode = 0600,
            .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS});
}
