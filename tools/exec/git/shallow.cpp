#include "shallow.hpp"

#include "name_files.hpp"
#include "object_store.hpp"
#include "repository.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace exec::git {

namespace {

std::set<std::string> lines_in(std::string_view text)
{
    std::set<std::string> lines;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (names_object(line))
            lines.emplace(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return lines;
}

constexpr std::size_t max_new_lines = 1000; // each is looked for in all packs

bool has_ids_alone(std::string_view text)
{
    for (; !text.empty(); text.remove_prefix(text.find('\n') + 1))
        if (text.find('\n') == std::string_view::npos
            || !names_object(text.substr(0, text.find('\n'))))
            return false;
    return true;
}

// The objects that were there before a time.
class OldObjects {
public:
    OldObjects(const File& repository, const timespec& time)
        : objects(
            system::open_beneath(repository, "objects", O_RDONLY | O_DIRECTORY, without_links))
        , time(time)
    {
    }

    bool have(const std::string& id) const
    {
        if (!objects || system::open_beneath(objects, "info/alternates", O_PATH, without_links)
            || is_old(objects, id.substr(0, 2) + "/" + id.substr(2)))
            return true;
        const File packs = system::open_in(objects, "pack", O_RDONLY | O_DIRECTORY);
        bool is_found = false;
        if (packs)
            system::for_each_entry(packs, "pack", [&](std::string_view name, unsigned char) {
                is_found = is_found
                    || (name.ends_with(".idx") && is_old(packs, std::string(name))
                        && lists(packs, std::string(name), id));
            });
        return is_found;
    }

    // Returns true if objects have been added since.
    bool have_grown() const
    {
        bool has_changed = false;
        if (objects)
            system::for_each_entry(objects, "objects", [&](std::string_view name, unsigned char) {
                const auto status = system::status_in(objects, std::string(name));
                has_changed = has_changed
                    || (status && S_ISDIR(status->st_mode) && name != "info"
                        && !is_before(status->st_mtim.tv_sec, status->st_mtim.tv_nsec));
            });
        return has_changed;
    }

private:
    bool is_before(std::int64_t seconds, std::int64_t nanoseconds) const
    {
        return std::pair(seconds, nanoseconds)
            < std::pair<std::int64_t, std::int64_t>(time.tv_sec, time.tv_nsec);
    }

    // By the time of its birth, which no program can set; true if the file system does not say it.
    bool is_old(const File& directory, const std::string& path) const
    {
        struct statx status { };
        if (statx(directory.descriptor(), path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status)
            != 0)
            return false;
        return (status.stx_mask & STATX_BTIME) == 0
            || is_before(status.stx_btime.tv_sec, status.stx_btime.tv_nsec);
    }

    static bool lists(const File& packs, const std::string& name, const std::string& id)
    {
        constexpr std::size_t most = std::size_t {1} << 30;
        const File index = system::open_in(packs, name, O_RDONLY);
        const std::string bytes = index ? system::read_range(index, name, 0, most) : "";
        return !bytes.starts_with("\377tOc") || lists_object(bytes, id); // others may list it
    }

    File objects;
    timespec time;
};

}

std::string shallow_after(const File& repository, const timespec& start, std::string_view before,
    const std::string& after)
{
    const OldObjects old(repository, start);
    std::set<std::string> wanted = lines_in(after);
    const std::set<std::string> lines = lines_in(before);
    if (wanted.size() > lines.size() + max_new_lines)
        wanted = lines;
    std::erase_if(
        wanted, [&](const std::string& id) { return !lines.contains(id) && old.have(id); });
    if (!old.have_grown())
        wanted.insert(lines.begin(), lines.end());
    if (wanted == lines_in(after) && has_ids_alone(after) && (!after.empty() || wanted.empty()))
        return after;
    std::string text;
    for (const std::string& id : wanted)
        text += id + "\n";
    return text;
}

}
