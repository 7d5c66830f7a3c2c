#include "remove.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/change/recovery.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/temporary_name.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace fs_rm {

using namespace toolkit;

namespace {

void unlink_entry(const system::Place& place, const std::string& path, int flags)
{
    if (unlinkat(place.directory.descriptor(), place.name.c_str(), flags) == 0)
        return;
    const ToolError error = system::system_error("cannot remove " + text::in_quotes(path));
    throw ToolError(error.code, error.message,
        error.code == Code::not_empty ? "set 'recursive' to remove it with all that is in it" : "");
}

std::int64_t remove_directory(const Workspace& workspace, const system::Place& place,
    const std::string& resolved, const RemoveOptions& options)
{
    const workspace::TreeCheck check {workspace, workspace::Purpose::removal, options.max_entries};
    if (options.directories == Directories::whole) {
        const std::int64_t entries = check.run(resolved);
        const std::string hidden = workspace::temporary_name();
        const change::Journal journal(
            workspace, {.changes = {{text::parent_of(resolved), "", hidden, {}}}});
        workspace::remove_tree(place, hidden, resolved);
        return entries;
    }
    if (workspace.holds_protected(resolved))
        check.run(resolved);
    unlink_entry(place, resolved, AT_REMOVEDIR);
    return 1;
}

std::int64_t remove_resolved(const Workspace& workspace, const std::string& resolved,
    const std::string& path, const RemoveOptions& options)
{
    const File parent = workspace.open_resolved(text::parent_of(resolved), O_RDONLY | O_DIRECTORY);
    const auto locks = change::lock_settled(workspace, {{&parent, path}});
    const std::string name = text::name_of(resolved);
    const system::Place place {parent, name};
    const File entry = workspace::look_at(place, path);
    if (!entry)
        throw workspace::cannot_open(path, ENOENT);
    std::int64_t entries = 1;
    if (S_ISDIR(system::status_of(entry, path).st_mode))
        entries = remove_directory(workspace, place, resolved, options);
    else if (path.ends_with('/'))
        throw workspace::cannot_open(path, ENOTDIR);
    else
        unlink_entry(place, path, 0);
    if (workspace.is_durable())
        system::synchronise_names(parent,
            "cannot write the removal of " + text::in_quotes(path) + " through to the disk");
    return entries;
}

}

std::int64_t remove_entry(
    const Workspace& workspace, const std::string& path, const RemoveOptions& options)
{
    const std::string resolved = workspace.resolve_entry_to_change(path);
    if (resolved == ".")
        throw ToolError(Code::protected_path,
            text::in_quotes(path) + " is the root of the workspace, which is never removed",
            "name what is in it");
    try {
        return remove_resolved(workspace, resolved, path, options);
    } catch (const ToolError& error) {
        if (error.code != Code::not_found || options.missing == Missing::refused)
            throw workspace::with_nearest_path(workspace, path, error);
        return 0;
    }
}

}
