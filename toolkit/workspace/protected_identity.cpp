#include "toolkit/workspace/protected_identity.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/open_beneath.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/protected_path.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <vector>

namespace toolkit::workspace {

namespace {

constexpr std::uint64_t by_no_link = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

bool is_one(const struct stat& one, const struct stat& other)
{
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// A path, by what there is of it.
struct Way {
    std::vector<struct stat>
        there; // the root, and what each name leads to, as far as there is something
    text::Names names; // all of them
    bool crosses_mount = false;

    std::size_t found() const { return there.size() - 1; } // so many names
    bool is_whole() const { return found() == names.size(); }
};

bool crosses_mount(const Workspace& workspace, const std::string& path)
{
    return !system::open_beneath(
               workspace.root(), path, O_PATH | O_NOFOLLOW, by_no_link | RESOLVE_NO_XDEV)
        && errno == EXDEV;
}

Way way_of(const Workspace& workspace, const std::string& path)
{
    Way way {{system::status_of(workspace.root(), path)}, text::split_path(path),
        crosses_mount(workspace, path)};
    File here;
    for (const std::string& name : way.names) {
        File next = system::open_beneath(
            here ? here : workspace.root(), name, O_PATH | O_NOFOLLOW, by_no_link);
        if (!next)
            break;
        way.there.push_back(system::status_of(next, path));
        here = std::move(next);
    }
    return way;
}

std::set<std::string> protected_paths_of(const Workspace& workspace)
{
    const std::vector<std::string>& named = workspace.protected_by_operator();
    std::set<std::string> paths(named.begin(), named.end());
    paths.insert({".git", ".agentcli"});
    paths.insert(workspace.repository().begin(), workspace.repository().end());
    return paths;
}

bool is_listed(const Workspace& workspace, const text::Names& directory, const std::string& name)
{
    const std::string path = text::join_path(directory);
    bool found = false;
    system::for_each_entry(workspace.open_resolved(path, O_RDONLY | O_DIRECTORY), path,
        [&](std::string_view entry, unsigned char) { found = found || entry == name; });
    return found;
}

// Do the first `count` names of `way` lead to the entry of `what`? Not by a hard link: that is a
// file of its own after its first change.
bool leads_to(const Workspace& workspace, const Way& way, std::size_t count, const Way& what)
{
    const struct stat& here = way.there[count];
    if (!is_one(here, what.there.back()))
        return false;
    if (S_ISDIR(here.st_mode) || here.st_nlink == 1 || way.crosses_mount)
        return true;
    const std::string& name = way.names[count - 1];
    const text::Names directory(
        way.names.begin(), way.names.begin() + static_cast<std::ptrdiff_t>(count) - 1);
    return is_one(way.there[count - 1], what.there[what.found() - 1])
        && (name == what.names.back() || !is_listed(workspace, directory, name));
}

// Are the missing names of `outer` the first of those of `inner`, in the same directory?
bool misses_beginning_of(const Way& outer, const Way& inner)
{
    const auto first_missing = [](const Way& way) {
        return way.names.begin() + static_cast<std::ptrdiff_t>(way.found());
    };
    return is_one(outer.there.back(), inner.there.back())
        && outer.names.size() - outer.found() <= inner.names.size() - inner.found()
        && std::equal(
            first_missing(outer), outer.names.end(), first_missing(inner), may_be_one_name);
}

bool is_at_or_beneath(const Workspace& workspace, const Way& way, const Way& what)
{
    if (!what.is_whole())
        return !way.is_whole() && misses_beginning_of(what, way);
    for (std::size_t count = 1; count <= way.found(); ++count)
        if (leads_to(workspace, way, count, what))
            return true;
    return false;
}

bool is_holder(const Way& way, const Way& what)
{
    if (!way.is_whole())
        return !what.is_whole() && misses_beginning_of(way, what);
    return std::any_of(what.there.begin(), what.there.end(), [&](const struct stat& outer) {
        return S_ISDIR(outer.st_mode) && is_one(outer, way.there.back());
    });
}

bool are_names_enough(const Workspace& workspace, const std::string& resolved)
{
    return !workspace.has_other_names() && !crosses_mount(workspace, resolved);
}

template<class Test>
bool is_any_protected(const Workspace& workspace, const std::string& resolved, Test test)
{
    if (are_names_enough(workspace, resolved))
        return false;
    const Way way = way_of(workspace, resolved);
    const std::set<std::string> paths = protected_paths_of(workspace);
    return std::any_of(paths.begin(), paths.end(),
        [&](const std::string& path) { return test(way, way_of(workspace, path)); });
}

// Which compare names byte by byte, but in directories with a flag that says otherwise.
bool compares_bytes(const File& directory)
{
    constexpr std::array<unsigned, 6> kinds {EXT4_SUPER_MAGIC, F2FS_SUPER_MAGIC, BTRFS_SUPER_MAGIC,
        TMPFS_MAGIC, RAMFS_MAGIC, OVERLAYFS_SUPER_MAGIC};
    struct statfs system { };
    if (fstatfs(directory.descriptor(), &system) != 0
        || std::find(kinds.begin(), kinds.end(), static_cast<unsigned>(system.f_type))
            == kinds.end())
        return false;
    constexpr unsigned folds_cases = 0x40000000; // FS_CASEFOLD_FL
    unsigned flags = 0;
    return ioctl(directory.descriptor(), FS_IOC_GETFLAGS, &flags)
        != 0 // NOLINT(cppcoreguidelines-pro-type-vararg)
        || (flags & folds_cases) == 0;
}

bool may_fold(const Workspace& workspace, const std::string& path)
{
    const File directory = system::open_beneath(
        workspace.root(), path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOCTTY, by_no_link);
    if (!directory)
        return errno == EACCES;
    return !compares_bytes(directory);
}

}

// .git and .agentcli are known by their names in every spelling.
bool find_other_names(const Workspace& workspace)
{
    std::set<std::string> directories;
    for (const std::string& path : protected_paths_of(workspace)) {
        if (crosses_mount(workspace, path))
            return true;
        for (std::string at = path; !is_protected_name(path) && at != ".";)
            directories.insert(at = text::parent_of(at));
    }
    return std::any_of(directories.begin(), directories.end(),
        [&](const std::string& path) { return may_fold(workspace, path); });
}

bool is_other_name_of_protected(const Workspace& workspace, const std::string& resolved)
{
    return is_any_protected(workspace, resolved,
        [&](const Way& way, const Way& what) { return is_at_or_beneath(workspace, way, what); });
}

bool is_other_name_of_holder(const Workspace& workspace, const std::string& resolved)
{
    return is_any_protected(workspace, resolved, is_holder);
}

HeldDirectories::HeldDirectories(const Workspace& workspace, const std::string& resolved)
{
    if (are_names_enough(workspace, resolved))
        return;
    for (const std::string& path : protected_paths_of(workspace))
        for (const struct stat& status : way_of(workspace, path).there)
            if (S_ISDIR(status.st_mode))
                held.emplace(status.st_dev, status.st_ino);
}

bool HeldDirectories::has(const struct stat& status) const
{
    return held.contains({status.st_dev, status.st_ino});
}

}
