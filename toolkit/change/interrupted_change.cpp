#include "toolkit/change/interrupted_change.hpp"

#include "toolkit/change/staged_file.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/rename.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/tree.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace toolkit::change {

namespace {

std::optional<system::Identity> look(const File& directory, const std::string& name)
{
    const auto status = system::status_in(directory, name);
    return status ? std::optional(system::identity_of(*status)) : std::nullopt;
}

}

Step::Step(const Workspace& workspace, const PlannedChange& change, const File& directory)
    : workspace(workspace)
    , change(change)
    , directory(directory)
{
    if (change.name.empty())
        return;
    now = look(directory, change.name);
    staged = look(directory, change.temporary);
    const std::string second = second_name(change.temporary);
    if (staged && staged != change.fresh)
        aside = change.temporary;
    else if (change.old && look(directory, second) == change.old && now == change.fresh)
        aside = second;
}

bool Step::is_as_seen() const
{
    return look(directory, change.name) == now && look(directory, change.temporary) == staged;
}

bool Step::may_move(const std::string& name) const
try {
    const auto status = system::status_in(directory, name);
    if (status && S_ISDIR(status->st_mode))
        workspace::TreeCheck {workspace, workspace::Purpose::move}.run(
            text::join_resolved(change.directory, name));
    return !status || S_ISDIR(status->st_mode) || S_ISREG(status->st_mode)
        || S_ISLNK(status->st_mode);
} catch (const ToolError&) {
    return false;
}

bool Step::is_beyond_undoing() const
{
    return change.old && change.fresh && change.fresh != change.old && now == change.fresh
        && aside.empty();
}

bool Step::undo() const
{
    if (!is_as_seen())
        return false;
    if (change.fresh == change.old)
        return discard();
    const bool is_done = now == change.fresh;
    if (!aside.empty() && is_done)
        return rename(aside) && discard();
    if (!change.old && is_done)
        return remove(change.name);
    return discard();
}

bool Step::finish() const
{
    if (!is_as_seen())
        return false;
    const bool is_before = change.fresh != change.old && now == change.old;
    if (is_before && !change.fresh)
        return remove(change.name);
    if (is_before && staged == change.fresh)
        return rename(change.temporary) && discard();
    return discard();
}

bool Step::abandon() const { return remove(change.temporary); }

bool Step::discard() const
{
    const bool is_ours = staged
        && (staged == change.fresh || (change.old && staged->has_content_of(*change.old))
            || is_tree(change.old) || is_tree(change.fresh));
    const std::string second = second_name(change.temporary);
    const bool has_second = change.old && look(directory, second) == change.old;
    return (!is_ours || look(directory, change.temporary) != staged || remove(change.temporary))
        && (!has_second || remove(second));
}

// Does the temporary name lead to this directory, though some of what was in it has gone?
bool Step::is_tree(const std::optional<system::Identity>& known) const
{
    const auto status = system::status_in(directory, change.temporary);
    return known && status && S_ISDIR(status->st_mode) && status->st_ino == known->inode;
}

bool Step::remove(const std::string& name) const
{
    return unlinkat(directory.descriptor(), name.c_str(), 0) == 0 || errno == ENOENT
        || (errno == EISDIR && name == change.temporary && remove_tree());
}

// To the name, whatever is there: what is there is known.
bool Step::rename(const std::string& from) const
{
    if (!may_move(from) || !may_move(change.name))
        return false;
    if (!now)
        return system::rename_to_free({directory, from}, {directory, change.name}) == 0;
    const auto rename_by = [&](unsigned flags) {
        return renameat2(directory.descriptor(), from.c_str(), directory.descriptor(),
                   change.name.c_str(), flags)
            == 0;
    };
    if (rename_by(0))
        return true;
    // A file and a directory can only change places.
    return (errno == EISDIR || errno == ENOTDIR) && rename_by(RENAME_EXCHANGE) && remove(from);
}

bool Step::remove_tree() const
{
    if (unlinkat(directory.descriptor(), change.temporary.c_str(), AT_REMOVEDIR) == 0)
        return true;
    try {
        workspace::TreeCheck {workspace, workspace::Purpose::removal}.run(
            text::join_resolved(change.directory, change.temporary));
        workspace::remove_hidden_tree({directory, change.temporary}, change.temporary);
        return true;
    } catch (const ToolError&) {
        return false;
    }
}

}
