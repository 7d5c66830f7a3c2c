#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace toolkit::system {

namespace {

bool fails(int error)
{
    errno = error;
    return false;
}

// Nothing where it can't be looked at, and errno.
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
    if (above.size() == most_directories)
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
    if (!open(O_PATH)) // may it be searched?
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

// What stands here was not what was wanted: by what it is now, which may have been exchanged since.
bool PathWalk::follow_or_fail(int error)
{
    constexpr int max_exchanges = 128; // a hostile neighbour could continue
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
    const bool is_one_too_many = ++links > most_links;
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

}
