#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <optional>
#include <utility>

namespace toolkit::system {

namespace {

bool fails(int error)
{
    errno = error;
    return false;
}

// Returns the kind of an entry; nullopt and errno if its status cannot be read.
std::optional<mode_t> kind_of(const File& entry)
{
    struct stat status { };
    if (!entry || fstat(entry.descriptor(), &status) != 0)
        return std::nullopt;
    return status.st_mode & S_IFMT;
}

}

PathWalk::PathWalk(const File& start, const std::string& path, WalkRules rules)
    : start(start)
    , rules(std::move(rules))
{
    pending.push_back({path, 0});
}

bool PathWalk::run()
{
    while (!is_done && next_name())
        if (!step())
            return false;
    return true;
}

text::Names PathWalk::names() const
{
    text::Names names;
    for (const auto& directory : above)
        names.push_back(directory.name);
    if (opened && name != ".")
        names.push_back(name);
    return names;
}

File PathWalk::open(std::uint64_t flags) const
{
    return rules.open(here(), name, flags | O_NOFOLLOW);
}

bool PathWalk::next_name()
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

bool PathWalk::step()
{
    if (name == "..")
        return step_up();
    if (is_missing)
        return name == "." || miss();
    if (is_last)
        return open_last();
    if (name == ".")
        return true;
    File next = open(O_PATH | O_DIRECTORY);
    if (next)
        return enter(std::move(next));
    if (errno == ENOENT && rules.may_be_missing)
        return miss();
    return (errno == ENOTDIR || errno == ELOOP) && follow_or_fail(errno);
}

bool PathWalk::enter(File directory)
{
    if (above.size() == max_directories)
        return fails(ENAMETOOLONG);
    above.push_back({name, std::move(directory)});
    return true;
}

bool PathWalk::miss()
{
    is_missing = true;
    return enter({});
}

bool PathWalk::step_up()
{
    if (above.empty())
        return fails(EXDEV);
    if (is_missing)
        return fails(ENOENT);
    name = ".";
    if (!open(O_PATH)) // checks the right to search the directory
        return false;
    above.pop_back();
    return !is_last || open_last();
}

bool PathWalk::open_last()
{
    const std::uint64_t wanted = rules.flags | (has_slash ? O_DIRECTORY : 0);
    opened = open(wanted);
    const bool is_wanted_itself = (rules.flags & O_NOFOLLOW) != 0 && !has_slash;
    const bool may_be_link = opened ? (wanted & O_PATH) != 0 : errno == ELOOP || errno == ENOTDIR;
    is_done = true;
    if (!opened && errno == ENOENT && rules.may_be_missing)
        return miss();
    if (is_wanted_itself || !may_be_link)
        return static_cast<bool>(opened);
    if (!opened)
        return follow_or_fail(errno);
    if (kind_of(opened) != S_IFLNK)
        return true;
    const File link = std::move(opened);
    return follow(link);
}

// The entry was not of the kind that was expected. Decides by its current kind, since it may have
// been exchanged meanwhile.
bool PathWalk::follow_or_fail(int error)
{
    constexpr int max_exchanges = 128; // a hostile process could continue for ever
    const File entry = open(O_PATH);
    const auto kind = kind_of(entry);
    if (!kind)
        return false;
    if (kind == S_IFLNK)
        return follow(entry);
    if (kind != S_IFDIR || ++exchanges == max_exchanges)
        return fails(error);
    pending.back().at = begin;
    is_done = false;
    return true;
}

bool PathWalk::follow(const File& link)
{
    text::Names place = names();
    place.push_back(name);
    const bool is_one_too_many = ++links > max_links;
    auto target = rules.follow(link, text::join_path(place));
    if (is_one_too_many)
        return fails(ELOOP);
    if (!target)
        return false;
    if (target->empty())
        return fails(ENOENT);
    if (target->front() == '/')
        above.clear();
    pending.push_back({std::move(*target), 0});
    is_done = false;
    return true;
}

namespace {

bool is_by_names = false;

File open_how_beneath(const File& directory, const std::string& path, const open_how& how)
{
    // EAGAIN: a rename raced with "..". The number of tries is limited, since a hostile process
    // could continue renaming.
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

// Follows a link by its text, unless it is absolute.
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
