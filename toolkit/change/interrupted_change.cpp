#include "toolkit/change/interrupted_change.hpp"

#include "toolkit/change/staged_file.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
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

Step::Step(const Workspace& workspace, const PlannedChange& change, const File& directory,
    const PlannedTrees& trees)
    : workspace(workspace)
    , change(change)
    , directory(directory)
    , trees(trees)
    , second(second_name(change.temporary))
{
    if (change.name.empty())
        return;
    now = look(directory, change.name);
    staged = look(directory, change.temporary);
    has_second = change.old && look(directory, second) == change.old;
    if (!change.future || change.future == change.old)
        return;
    using Entries = PlannedTrees::Entries;
    const auto is_planned = [&](const std::string& name, Entries entries) {
        const auto status = system::status_in(directory, name);
        return status
            && (!S_ISDIR(status->st_mode) || trees.is_planned(change, {directory, name}, entries));
    };
    is_new = now == change.future && is_planned(change.name, Entries::all);
    is_new_staged = staged == change.future && is_planned(change.temporary, Entries::all);
    const auto status = system::status_in(directory, change.temporary);
    const bool is_its_directory
        = status && S_ISDIR(status->st_mode) && status->st_ino == change.future->inode;
    holds_new = is_new_staged || (is_its_directory && is_planned(change.temporary, Entries::some));
}

bool Step::is_as_seen() const
{
    return look(directory, change.name) == now && look(directory, change.temporary) == staged
        && (change.old && look(directory, second) == change.old) == has_second;
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

bool Step::is_taken_back() const
{
    return change.old && change.future != change.old && now == change.old;
}

bool Step::has_changed_name() const
{
    return !change.name.empty() && look(directory, change.name) != now;
}

std::string Step::path() const { return text::join_resolved(change.directory, change.name); }

bool Step::is_beyond_undoing() const { return change.old && is_new && !staged && !has_second; }

bool Step::can_finish() const
{
    if (change.future == change.old || is_new)
        return true;
    return change.future ? now == change.old && is_new_staged : !now || now == change.old;
}

bool Step::undo() const
{
    if (!is_as_seen())
        return false;
    if (change.future == change.old)
        return true;
    // If the file was created with a link, it may have both names: the name is removed first, then
    // the temporary one.
    if ((!change.old && is_new && !remove(change.name)) || (has_second && !restore_second()))
        return false;
    if (!staged)
        return !is_beyond_undoing();
    if (holds_new)
        return remove_new();
    // The temporary name now leads to what had the name at the time of the change: the old file, or
    // another that came in between.
    if (!change.old)
        return false;
    return is_new ? exchange_back() : !now && restore(change.temporary);
}

bool Step::put_in_place() const
{
    if (!is_as_seen() || !can_finish())
        return false;
    if (change.future == change.old || is_new || !change.future)
        return true;
    if (!now)
        return restore(change.temporary);
    return rename(change.temporary, RENAME_EXCHANGE)
        || (system::is_unsupported(errno) && rename(change.temporary, 0));
}

bool Step::discard() const
{
    if (!is_as_seen())
        return false;
    if (change.future == change.old)
        return true;
    if (!change.future && now == change.old && !remove(change.name))
        return false;
    const bool is_ours = staged
        && (is_new_staged || (change.old && staged->has_content_of(*change.old))
            || is_old_directory());
    return (!is_ours || remove(change.temporary)) && (!has_second || remove(second));
}

bool Step::abandon() const { return remove(change.temporary); }

// Returns true if the temporary name leads to the old directory, even if entries were removed from
// it.
bool Step::is_old_directory() const
{
    const auto status = system::status_in(directory, change.temporary);
    return change.old && status && S_ISDIR(status->st_mode) && status->st_ino == change.old->inode;
}

bool Step::remove(const std::string& name) const
{
    return unlinkat(directory.descriptor(), name.c_str(), 0) == 0 || errno == ENOENT
        || (errno == EISDIR && name == change.temporary && remove_tree());
}

bool Step::remove_new() const
{
    const int result = unlinkat(directory.descriptor(), change.temporary.c_str(), 0);
    return result == 0 || (errno == EISDIR && trees.remove(change, {directory, change.temporary}));
}

bool Step::rename(const std::string& from, unsigned flags) const
{
    const int at = directory.descriptor();
    return may_move(from) && may_move(change.name)
        && renameat2(at, from.c_str(), at, change.name.c_str(), flags) == 0;
}

// Renames `from` to the name, unless something has that name.
bool Step::restore(const std::string& from) const
{
    return may_move(from)
        && system::rename_to_free({directory, from}, {directory, change.name}) == 0;
}

// Restores the old file on a file system that cannot exchange two names.
bool Step::restore_second() const
{
    if (is_new)
        return rename(second, 0);
    if (!now)
        return restore(second);
    return now == change.old && remove(second); // two names of one file
}

// Nothing is lost after the exchange, even if another program was faster. The state is therefore
// read again before anything is removed.
bool Step::exchange_back() const
{
    if (!rename(change.temporary, RENAME_EXCHANGE))
        return false;
    const Step after(workspace, change, directory, trees);
    return after.now == staged && after.holds_new && after.remove_new();
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
