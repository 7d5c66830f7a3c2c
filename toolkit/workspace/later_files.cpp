#include "toolkit/workspace/later_files.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>

#include <algorithm>
#include <cerrno>
#include <deque>

namespace toolkit::workspace {

void LaterFiles::add(const std::string& path, EntryKind kind)
{
    if (find_later(path, kind) != nullptr)
        take(path);
}

void LaterFiles::add_file(
    const Workspace& workspace, const std::string& given, const std::string& resolved)
{
    add(resolved, EntryKind::other);
    const text::Names names = text::split_path(workspace.relative(given));
    // A name that ".." removes may belong to the table, or may be a link.
    const bool steps_up = std::find(names.begin(), names.end(), "..") != names.end();
    add(steps_up ? workspace.resolve_entry(given) : text::join_path(names), EntryKind::other);
}

namespace {

using WalkClock = std::chrono::steady_clock;

constexpr std::size_t max_bytes = 32 << 20;

constexpr std::uint64_t later_resolve
    = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

bool is_earlier(const timespec& left, const timespec& right)
{
    return left.tv_sec != right.tv_sec ? left.tv_sec < right.tv_sec : left.tv_nsec < right.tv_nsec;
}

struct WalkedDirectory {
    std::string path; // resolved, or in a directory that a link leads to
    std::string shown; // the path to be added, which contains the link
    bool is_of_table; // the directory or one above it belongs to the table
    bool is_new; // the directory or one above it was renamed since then
};

class LaterWalker {
public:
    LaterWalker(const LaterWalk& limits, LaterFiles& files)
        : limits(limits)
        , files(files)
        , end(WalkClock::now() + limits.max_time)
    {
    }

    void run(const std::string& start)
    {
        queue.push_back({start, start, find_later(start, EntryKind::directory) != nullptr, false});
        for (; !queue.empty() && !is_over; queue.pop_front())
            enter(queue.front());
        if (is_over)
            files.leave_incomplete();
    }

private:
    void enter(WalkedDirectory& directory)
    {
        const File opened = system::open_beneath(limits.workspace.root(), directory.path,
            O_RDONLY | O_DIRECTORY | O_NONBLOCK, later_resolve);
        if (!opened) {
            consider_closed(directory, errno);
            return;
        }
        if (directory.path != "." && limits.since
            && has_new_name(system::status_of(opened, directory.path)))
            directory.is_new = true;
        const std::size_t most = limits.max_entries - std::min(entries, limits.max_entries) + 1;
        system::for_first_entries(
            opened, directory.path, most, [&](std::string_view name, unsigned char type) {
                is_over = is_over || ++entries > limits.max_entries;
                if (!is_over)
                    look(directory, opened, name, type);
            });
        is_over = is_over || (entries > limits.least_entries && WalkClock::now() > end);
    }

    // Ends the walk if its paths have more than max_bytes, to limit their memory.
    void count_length(const std::string& path)
    {
        bytes += path.size();
        is_over = is_over || bytes > max_bytes;
    }

    // Ignores a directory that cannot be searched and could not be before, since nothing can be put
    // into it, and one that has been removed meanwhile.
    void consider_closed(const WalkedDirectory& directory, int error)
    {
        if (error == ENOENT || error == ENOTDIR || error == ELOOP)
            return;
        const File& root = limits.workspace.root();
        const File entry = system::open_beneath(root, directory.path, O_PATH, later_resolve);
        const bool is_searched
            = bool(system::open_beneath(root, directory.path + "/.", O_PATH, later_resolve));
        if (error != EACCES || is_searched || !entry
            || has_changed(system::status_of(entry, directory.path)))
            files.leave_incomplete();
    }

    void look(const WalkedDirectory& directory, const File& opened, std::string_view entry,
        unsigned char type)
    {
        const bool is_directory = type == DT_DIR;
        const bool is_of_table = directory.is_of_table
            || find_later_entry(
                   directory.shown, entry, is_directory ? EntryKind::directory : EntryKind::other)
                != nullptr;
        if ((!is_directory && !is_of_table) || (is_directory && skips_later_files(entry)))
            return;
        const std::string name(entry);
        const std::string shown = text::join_resolved(directory.shown, name);
        count_length(shown);
        if (is_of_table && (directory.is_new || is_changed_entry(opened, name)))
            files.take(shown);
        if (is_directory
            && (limits.since || !is_of_table)) // without times, its name covers everything in it
            queue.push_back(
                {text::join_resolved(directory.path, name), shown, is_of_table, directory.is_new});
        else if (limits.since && type == DT_LNK && !directory.is_of_table)
            follow(text::join_resolved(directory.path, name), shown);
    }

    // Adds the target of a link that belongs to the table, since the target is what will be run.
    // Follows only one level: links within directories of the table are not followed.
    void follow(const std::string& link, const std::string& shown)
    {
        is_over = is_over || (++links > limits.least_links && WalkClock::now() > end);
        if (is_over)
            return;
        std::vector<std::string> followed;
        try {
            take_target(
                resolve_by_walking(limits.workspace, link, LastLink::followed, &followed), shown);
        } catch (const ToolError& error) { // the link leads out, where nothing changes, or nowhere
            if (error.code != Code::outside_workspace && error.code != Code::not_found
                && error.code != Code::not_a_directory && error.code != Code::permission_denied)
                files.leave_incomplete();
        }
        const File& root = limits.workspace.root();
        if (std::any_of(followed.begin(), followed.end(),
                [&](const std::string& place) { return is_changed_entry(root, place); }))
            files.take(shown);
    }

    void take_target(const std::string& target, const std::string& shown)
    {
        const auto status = system::status_in(limits.workspace.root(), target);
        if (!status)
            return;
        const bool is_new = is_in_new_directory(target);
        if (S_ISDIR(status->st_mode) && find_later(shown, EntryKind::directory) != nullptr)
            queue.push_back({target, shown, true, is_new});
        else if (!S_ISDIR(status->st_mode) && (is_new || has_changed(*status)))
            files.take(shown);
    }

    bool is_in_new_directory(const std::string& path) const
    {
        for (std::size_t end = path.find('/'); end != std::string::npos;
             end = path.find('/', end + 1)) {
            const auto status = system::status_in(limits.workspace.root(), path.substr(0, end));
            if (status && has_new_name(*status))
                return true;
        }
        return false;
    }

    bool is_changed_entry(const File& opened, const std::string& name) const
    {
        const auto status = limits.since ? system::status_in(opened, name) : std::nullopt;
        return !limits.since || (status && has_changed(*status));
    }

    bool has_changed(const struct stat& status) const
    {
        return !limits.since || !is_earlier(status.st_ctim, *limits.since);
    }

    // Renaming a directory changes the time of its own status, but not the times of its entries.
    bool has_new_name(const struct stat& status) const
    {
        return has_changed(status) && is_earlier(status.st_mtim, *limits.since);
    }

    const LaterWalk& limits;
    LaterFiles& files;
    WalkClock::time_point end;
    std::deque<WalkedDirectory> queue;
    std::size_t entries = 0;
    std::size_t links = 0; // number of followed links
    std::size_t bytes = 0; // of the paths of visited entries
    bool is_over = false;
};

}

void LaterWalk::run(const std::string& start, LaterFiles& files) const
{
    try {
        LaterWalker(*this, files).run(start);
    } catch (const ToolError&) { // such as a directory that cannot be listed to its end
        files.leave_incomplete();
    }
}

}
