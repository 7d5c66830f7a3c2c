#include "toolkit/workspace/tree.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/protected_path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

namespace toolkit::workspace {

namespace {

struct Child {
    std::string name;
    bool is_directory;
};

// Reads all names before anything is changed: reading a directory while it changes may return an
// entry twice or skip it.
std::vector<Child> children_of(const File& directory, std::string_view path)
{
    std::vector<Child> children;
    system::for_each_entry(directory, path, [&](std::string_view name, unsigned char type) {
        children.push_back({std::string(name), type == DT_DIR});
    });
    return children;
}

// Like open_in(); fails with EXDEV if something is mounted there.
File open_on_this_mount(const File& directory, const std::string& name, std::uint64_t flags)
{
    const std::uint64_t quiet = (flags & O_PATH) != 0 ? 0 : O_NONBLOCK | O_NOCTTY;
    return system::open_beneath(directory, name, flags | quiet | O_NOFOLLOW,
        RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV);
}

ToolError cannot_enter(std::string_view path, int error)
{
    if (error == EXDEV)
        return {Code::permission_denied,
            text::in_quotes(path) + " is a mount point: it is neither removed nor moved"};
    return system::system_error("cannot open " + text::in_quotes(path), error);
}

class Check {
public:
    Check(const TreeCheck& wanted, const std::string& resolved)
        : wanted(wanted)
        , held(wanted.workspace, resolved)
    {
    }

    void visit(const File& directory, const std::string& path)
    {
        const std::vector<Child> children = children_of(directory, path);
        count += static_cast<std::int64_t>(children.size());
        if (count > wanted.max_entries)
            throw ToolError(Code::too_large,
                "there are more than " + std::to_string(wanted.max_entries)
                    + " entries, and nothing is removed",
                "remove parts of it, or ask for more by 'maxEntries'");
        if (wanted.purpose == Purpose::removal && !children.empty())
            check_can_be_emptied(directory, path);
        const bool is_sticky
            = wanted.purpose == Purpose::removal && is_sticky_of_another(directory, path);
        for (const Child& child : children) {
            if (is_sticky)
                check_is_own(directory, child.name, path + "/" + child.name);
            look(directory, child, path + "/" + child.name);
        }
    }

    std::int64_t count = 1;

private:
    static void check_can_be_emptied(const File& directory, const std::string& path)
    {
        if (faccessat(directory.descriptor(), ".", W_OK | X_OK, AT_EACCESS) != 0)
            throw system::system_error("cannot remove what is in " + text::in_quotes(path));
    }

    // In a sticky directory, only the owner of an entry can remove it.
    static bool is_sticky_of_another(const File& directory, const std::string& path)
    {
        const struct stat status = system::status_of(directory, path);
        return (status.st_mode & S_ISVTX) != 0 && status.st_uid != getauxval(AT_EUID)
            && getauxval(AT_EUID) != 0;
    }

    static void check_is_own(
        const File& directory, const std::string& name, const std::string& path)
    {
        const auto status = system::status_in(directory, name);
        if (status && status->st_uid != getauxval(AT_EUID))
            throw ToolError(Code::permission_denied,
                "cannot remove " + text::in_quotes(path)
                    + ": it belongs to another user, and its directory is sticky");
    }

    void look(const File& directory, const Child& child, const std::string& path)
    {
        if (wanted.workspace.is_protected(path))
            throw is_kept(path, " is protected: it can be read, and never changed");
        if (!child.is_directory && wanted.purpose == Purpose::move)
            return;
        const File entry = open_on_this_mount(
            directory, child.name, child.is_directory ? O_RDONLY | O_DIRECTORY : O_PATH);
        if (!entry && errno != ENOENT)
            throw cannot_enter(path, errno);
        if (!entry || !child.is_directory)
            return;
        if (held.has(system::status_of(entry, path)))
            throw is_kept(path, " holds what is protected: it can be read, and never changed");
        visit(entry, path);
    }

    static ToolError is_kept(const std::string& path, const char* why)
    {
        return {Code::protected_path, text::in_quotes(path) + why,
            "leave it where it is, and name the entries next to it"};
    }

    const TreeCheck& wanted;
    HeldDirectories held;
};

void empty(const File& directory, const std::string& path, bool& has_removed)
{
    for (const Child& child : children_of(directory, path)) {
        const std::string inner = path + "/" + child.name;
        if (child.is_directory) {
            const File entry = open_on_this_mount(directory, child.name, O_RDONLY | O_DIRECTORY);
            if (!entry)
                throw cannot_enter(inner, errno);
            empty(entry, inner, has_removed);
        }
        if (unlinkat(
                directory.descriptor(), child.name.c_str(), child.is_directory ? AT_REMOVEDIR : 0)
            != 0)
            throw system::system_error("cannot remove " + text::in_quotes(inner));
        has_removed = true;
    }
}

void remove_all(const system::Place& place, std::string_view given, bool& has_removed)
{
    const File directory = open_on_this_mount(place.directory, place.name, O_RDONLY | O_DIRECTORY);
    if (!directory)
        throw cannot_enter(given, errno);
    empty(directory, std::string(given), has_removed);
    if (unlinkat(place.directory.descriptor(), place.name.c_str(), AT_REMOVEDIR) != 0)
        throw system::system_error("cannot remove " + text::in_quotes(given));
}

}

void remove_hidden_tree(const system::Place& place, std::string_view given)
{
    bool has_removed = false;
    remove_all(place, given, has_removed);
}

std::int64_t TreeCheck::run(const std::string& resolved) const
{
    if (workspace.holds_protected(resolved))
        throw ToolError(Code::protected_path,
            text::in_quotes(resolved)
                + " holds what is protected: it can be read, and never changed",
            "the operator names it with --protect; leave it where it is, and name the entries "
            "next to it");
    Check check(*this, resolved);
    check.visit(workspace.open_resolved(resolved, O_RDONLY | O_DIRECTORY), resolved);
    return check.count;
}

void remove_tree(const system::Place& place, const std::string& hidden, std::string_view given)
{
    const system::Place temporary {place.directory, hidden};
    const int error = system::rename_to_free(place, temporary);
    if (error != 0 && error != EXDEV) // overlayfs cannot rename a directory of a lower layer
        throw system::system_error("cannot remove " + text::in_quotes(given), error);
    bool has_removed = false;
    try {
        remove_all(error == 0 ? temporary : place, given, has_removed);
    } catch (ToolError& failure) {
        if (error == 0)
            system::rename_to_free(temporary, place);
        if (has_removed)
            failure.message
                += "; some of what was in " + text::in_quotes(given) + " is removed already";
        throw;
    }
}

File look_at(const system::Place& place, std::string_view given)
{
    File entry = open_on_this_mount(place.directory, place.name, O_PATH);
    if (!entry && errno != ENOENT)
        throw cannot_enter(given, errno);
    return entry;
}

}
