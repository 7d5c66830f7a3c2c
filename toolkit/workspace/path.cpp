#include "toolkit/workspace/path.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

namespace toolkit::workspace {

ToolError leads_outside(std::string_view path)
{
    return {Code::outside_workspace, text::in_quotes(path) + " leads out of the workspace",
        "give a path beneath the workspace's root, such as 'src/main.cpp'"};
}

ToolError cannot_open(std::string_view path, int error)
{
    if (error == EXDEV)
        return leads_outside(path);
    if (error == ELOOP)
        return {Code::not_found,
            "cannot open " + text::in_quotes(path)
                + ": too many symbolic links, or one that was swapped in"};
    ToolError result = system::system_error("cannot open " + text::in_quotes(path), error);
    if (error == ENXIO || error == ENODEV)
        result.message = text::in_quotes(path) + " is a socket or a device, not a regular file";
    if (error == ENOTDIR)
        result.hint = "one of its names is a file where a directory is needed";
    return result;
}

void require_asked_directory(std::string_view path, mode_t mode)
{
    if (S_ISDIR(mode) || (!path.ends_with('/') && !path.ends_with("/.")))
        return;
    if (!S_ISLNK(mode))
        throw cannot_open(path, ENOTDIR);
    throw ToolError(Code::not_a_directory,
        text::in_quotes(path) + " names the directory that a symbolic link leads to, not the link",
        "leave out the '/' at the end for the link itself, or name the directory by its own path");
}

// Returns the target of a link as a path without empty names; it begins with '/' for the root of
// the workspace. Throws OUTSIDE_WORKSPACE.
static std::string follow_beneath(
    const Workspace& workspace, const File& link, std::string_view path)
{
    const std::string target = system::target_of(link, path);
    if (!target.starts_with('/'))
        return text::join_path(text::split_path(target));
    const auto inside = text::strip_root(target, workspace.root_path());
    if (!inside)
        throw leads_outside(path);
    // The kernel's magic links (such as /proc/PID/root) do not lead where their text says. They
    // have no size.
    if (system::status_of(link, path).st_size == 0)
        throw cannot_open(path, ELOOP);
    return "/" + text::join_path(text::split_path(*inside));
}

std::string resolve_by_walking(const Workspace& workspace, std::string_view path,
    LastLink last_link, std::vector<std::string>* followed)
{
    const auto follow = [&](const File& link, const std::string& place) {
        if (followed != nullptr)
            followed->push_back(place);
        return std::optional(follow_beneath(workspace, link, path));
    };
    const std::uint64_t flags = last_link == LastLink::kept ? O_PATH | O_NOFOLLOW : O_PATH;
    system::PathWalk walk(workspace.root(),
        text::join_path(text::split_path(workspace.relative(path))),
        {system::open_in, follow, flags, true});
    if (!walk.run())
        throw cannot_open(path, errno);
    return text::join_path(walk.names());
}

}
