#include "toolkit/workspace/path.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/opening.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <utility>

ToolError leads_outside(std::string_view path)
{
    return {Code::outside_workspace, in_quotes(path) + " leads out of the workspace",
        "give a path beneath the workspace's root, such as 'src/main.cpp'"};
}

ToolError cannot_open(std::string_view path, int error)
{
    if (error == EXDEV)
        return leads_outside(path);
    if (error == ELOOP)
        return {Code::not_found,
            "cannot open " + in_quotes(path) + ": too many symbolic links, or one that was swapped in"};
    ToolError result = system_error("cannot open " + in_quotes(path), error);
    if (error == ENXIO || error == ENODEV)
        result.message = in_quotes(path) + " is a socket or a device, not a regular file";
    if (error == ENOTDIR)
        result.hint = "one of its names is a file where a directory is needed";
    return result;
}

namespace {

// Walks a path name by name, following links by hand, to learn where it really is.
class Resolver {
public:
    Resolver(const Workspace& workspace, std::string_view path, LastLink last_link,
        std::vector<std::string>* followed)
        : workspace(workspace)
        , path(path)
        , last_link(last_link)
        , followed(followed)
    {
        queue(workspace.relative(path));
    }

    std::string resolve()
    {
        while (!pending.empty()) {
            const std::string name = std::move(pending.front());
            pending.pop_front();
            if (name == "..")
                step_up();
            else
                step_into(name);
        }
        return join_path(done);
    }

private:
    void queue(std::string_view names)
    {
        const Names parts = split_path(names);
        pending.insert(pending.begin(), parts.begin(), parts.end());
    }

    void step_up()
    {
        if (done.empty())
            throw leads_outside(path);
        if (missing)
            throw cannot_open(path, ENOENT);
        if (!open_in(here(), ".", O_PATH)) // no directory, or it may not be searched
            throw cannot_open(path, errno);
        done.pop_back();
        opened.pop_back();
    }

    void step_into(const std::string& name)
    {
        if (done.size() == most_directories)
            throw cannot_open(path, ENAMETOOLONG);
        File entry = missing ? File() : open_in(here(), name, O_PATH);
        if (!entry && !missing && errno != ENOENT)
            throw cannot_open(path, errno);
        missing = !entry;
        const bool is_kept = pending.empty() && last_link == LastLink::kept;
        if (entry && !is_kept && S_ISLNK(status_of(entry, path).st_mode)) {
            if (followed != nullptr)
                followed->push_back(join_resolved(join_path(done), name));
            follow(entry);
            return;
        }
        done.push_back(name);
        opened.push_back(std::move(entry));
    }

    const File& here() const { return opened.empty() ? workspace.root() : opened.back(); }

    void follow(const File& link)
    {
        if (++links > most_links)
            throw cannot_open(path, ELOOP);
        const std::string target = target_of(link, path);
        if (!target.starts_with('/')) {
            queue(target);
            return;
        }
        const auto inside = strip_root(target, workspace.root_path());
        if (!inside)
            throw leads_outside(path);
        // The kernel's magic links (/proc/PID/root, say) lead where they lead, and not where their text says; they have no size.
        if (status_of(link, path).st_size == 0)
            throw cannot_open(path, ELOOP);
        done.clear();
        opened.clear();
        queue(*inside);
    }

    const Workspace& workspace;
    std::string_view path;
    LastLink last_link;
    std::vector<std::string>* followed;
    std::deque<std::string> pending;
    Names done;
    std::vector<File> opened; // one for each name that is done, without any where it is missing
    bool missing = false;
    int links = 0;
};

}

std::string resolve_by_walking(
    const Workspace& workspace, std::string_view path, LastLink last_link, std::vector<std::string>* followed)
{
    return Resolver(workspace, path, last_link, followed).resolve();
}
