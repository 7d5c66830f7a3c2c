#include "way.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/workspace/path.hpp"
#include "tools/exec/process/supervisor.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

namespace exec::git {

namespace {

struct CostLimit {
    std::size_t most;
    std::string_view reason;
};

// In the order of Cost.
constexpr std::array cost_limits {
    CostLimit {200'000, "the directories of repositories have more than 200,000 entries"},
    CostLimit {100'000, "the repositories that an index names are too many, or too far away"},
    CostLimit {100'000, "links in repositories are too many, or lead too far"},
    CostLimit {100'000, "the files that configs name are too many, or too far away"},
    CostLimit {64 << 20, "the configs have more than 64 MiB"},
    CostLimit {128 << 20, "the indexes have more than 128 MiB"},
};

constexpr std::chrono::seconds max_time_of_look {10};

}

Budget::Budget()
    : rest {}
    , deadline(Clock::now() + max_time_of_look)
{
    for (std::size_t at = 0; at < rest.size(); ++at)
        rest[at] = cost_limits[at].most;
}

bool Budget::take(Cost cost, std::size_t count)
{
    if (is_over(count))
        return false;
    std::size_t& room = rest[static_cast<std::size_t>(cost)];
    const bool has_room = room >= count;
    room = has_room ? room - count : 0;
    if (!has_room)
        leave_out(cost_limits[static_cast<std::size_t>(cost)].reason);
    return has_room;
}

bool Budget::take_path(Cost cost, std::string_view path)
{
    constexpr std::size_t bytes_of_one = 64;
    return take(cost, 1 + path.size() / bytes_of_one);
}

void Budget::leave_out(std::string_view why)
{
    if (first_reason.empty())
        first_reason = why;
}

bool Budget::is_over(std::size_t count)
{
    constexpr std::size_t between_looks = 256;
    since_look_at_clock += count;
    if (!has_ended && since_look_at_clock >= between_looks) {
        since_look_at_clock = 0;
        has_ended = Clock::now() > deadline || process::is_told_to_end();
    }
    if (has_ended)
        leave_out("there was no time for more");
    return has_ended;
}

namespace {

constexpr int to_look = O_PATH | O_NOFOLLOW | O_CLOEXEC;
constexpr int max_links = 40; // as the kernel has it
constexpr const char* is_unreachable = "a path of git could not be followed";

// The caller may not go there, or nothing is there: it is the same for git.
bool is_end_for_git(int error)
{
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == ENAMETOOLONG;
}

class WayFinder {
public:
    WayFinder(const Workspace& workspace, Budget& budget, Cost cost)
        : workspace(workspace)
        , budget(budget)
        , cost(cost)
        , root(system::status_of(workspace.root(), "the workspace"))
    {
    }

    Way run(const std::string& path)
    {
        begin(path);
        if (!path.starts_with('/'))
            enter(File(openat(workspace.root().descriptor(), ".", to_look | O_DIRECTORY)), "");
        while (!pending.empty() && here) {
            const std::string name = std::move(pending.back());
            pending.pop_back();
            if (!budget.take_path(cost, name) || !step(name))
                return std::move(way);
        }
        way.is_there = static_cast<bool>(here);
        if (inside && here)
            way.target = inside->empty() ? "." : text::join_path(*inside);
        return std::move(way);
    }

private:
    void begin(const std::string& path)
    {
        if (path.starts_with('/')) {
            inside.reset();
            enter(File(open("/", to_look | O_DIRECTORY)), "");
        }
        const text::Names names = text::split_path(path);
        pending.insert(pending.end(), names.rbegin(), names.rend());
    }

    void enter(File entry, const std::string& name)
    {
        struct stat status { };
        if (inside && !name.empty())
            inside->push_back(name);
        else if (entry && fstat(entry.descriptor(), &status) == 0 && status.st_dev == root.st_dev
            && status.st_ino == root.st_ino)
            inside = text::Names();
        here = std::move(entry);
    }

    bool step_up()
    {
        File above(openat(here.descriptor(), "..", to_look | O_DIRECTORY));
        const bool stays = inside && !inside->empty();
        if (stays)
            inside->pop_back();
        else
            inside.reset();
        const bool is_open = static_cast<bool>(above);
        enter(std::move(above), "");
        return is_open;
    }

    bool step(const std::string& name)
    {
        if (name == "..")
            return step_up();
        File entry(openat(here.descriptor(), name.c_str(), to_look));
        struct stat status { };
        if (!entry || fstat(entry.descriptor(), &status) != 0) {
            if (!is_end_for_git(errno))
                budget.leave_out(is_unreachable);
            return false;
        }
        if (S_ISLNK(status.st_mode))
            return follow(entry, name);
        if (!S_ISDIR(status.st_mode) && !pending.empty())
            return false;
        enter(std::move(entry), name);
        return true;
    }

    bool follow(const File& link, const std::string& name)
    {
        const auto target = system::find_target_of(link);
        if (inside) {
            text::Names place = *inside;
            place.push_back(name);
            way.links.push_back(text::join_path(place));
        }
        if (!target || target->empty() || ++links > max_links || !budget.take_path(cost, *target))
            return false;
        begin(*target);
        return true;
    }

    const Workspace& workspace;
    Budget& budget;
    Cost cost;
    struct stat root;
    text::Names pending; // the next one last
    File here;
    std::optional<text::Names> inside; // where `here` is, if that is in the workspace
    Way way;
    int links = 0;
};

// Beneath the root, if it stands there by the names of `path` alone.
std::optional<std::string> beneath_root(const Workspace& workspace, const std::string& path)
{
    const std::string& root = workspace.root_path();
    if (path.starts_with('/')
        && (!path.starts_with(root) || root == "/"
            || (path.size() > root.size() && path[root.size()] != '/')))
        return std::nullopt;
    const text::Names names
        = text::split_path(path.starts_with('/') ? path.substr(root.size()) : path);
    if (std::find(names.begin(), names.end(), "..") != names.end())
        return std::nullopt;
    return names.empty() ? "." : text::join_path(names);
}

}

Way find_way(const Workspace& workspace, Budget& budget, Cost cost, const std::string& path)
{
    if (path.size() >= PATH_MAX || path.find('\0') != std::string::npos
        || !budget.take_path(cost, path))
        return {};
    const auto names = beneath_root(workspace, path);
    if (!names)
        return WayFinder(workspace, budget, cost).run(path);
    if (system::open_beneath(workspace.root(), *names, O_PATH,
            RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS))
        return {true, names, {}};
    if (errno == ELOOP)
        return WayFinder(workspace, budget, cost).run(*names);
    if (!is_end_for_git(errno))
        budget.leave_out(is_unreachable);
    return {};
}

}
