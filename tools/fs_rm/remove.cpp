#include "remove.hpp"

#include "toolkit/change/expected_hash.hpp"
#include "toolkit/change/journal.hpp"
#include "toolkit/change/recovery.hpp"
#include "toolkit/change/removal_diff.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/recorder.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/seen_files.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace fs_rm {

using namespace toolkit;

namespace {

constexpr const char* how_to_remove_all = "set 'recursive' to remove it with all that is in it";

void unlink_entry(const system::Place& place, const std::string& path, int flags)
{
    if (unlinkat(place.directory.descriptor(), place.name.c_str(), flags) == 0)
        return;
    const ToolError error = system::system_error("cannot remove " + text::in_quotes(path));
    throw ToolError(
        error.code, error.message, error.code == Code::not_empty ? how_to_remove_all : "");
}

// Removes an entry that is not a directory.
void remove_file(const system::Place& place, const File& entry, const std::string& resolved,
    const std::string& path)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    undo::Change change {.action = undo::Action::deleted, .path = resolved};
    if (recorder.is_on() && S_ISLNK(system::status_of(entry, path).st_mode))
        change.link_target = system::target_of(entry, path);
    else if (recorder.is_on())
        change.kept = recorder.take(place);
    if (!change.kept)
        unlink_entry(place, path, 0);
    if (change.kept || change.link_target)
        recorder.add(std::move(change));
}

// Returns the number of entries that a removal would remove.
std::int64_t count_entries(const Workspace& workspace, const system::Place& place,
    const std::string& resolved, const RemoveOptions& options)
{
    const workspace::TreeCheck check {workspace, workspace::Purpose::removal, options.max_entries};
    if (options.directories == Directories::whole)
        return check.run(resolved);
    if (workspace.holds_protected(resolved))
        check.run(resolved);
    const File directory = system::open_in(place.directory, place.name, O_RDONLY | O_DIRECTORY);
    bool is_empty = true;
    system::for_first_entries(
        directory, resolved, 1, [&](std::string_view, unsigned char) { is_empty = false; });
    if (!is_empty)
        throw ToolError(Code::not_empty,
            "cannot remove " + text::in_quotes(resolved) + ": directory not empty",
            how_to_remove_all);
    return 1;
}

std::int64_t remove_directory(const Workspace& workspace, const system::Place& place,
    const std::string& resolved, const RemoveOptions& options)
{
    const workspace::TreeCheck check {workspace, workspace::Purpose::removal, options.max_entries};
    if (options.directories == Directories::whole) {
        const std::int64_t entries = check.run(resolved);
        undo::Recorder& recorder = undo::recorder_of_call();
        if (auto kept = recorder.take(place)) {
            recorder.add(
                {.action = undo::Action::deleted, .path = resolved, .kept = std::move(kept)});
            return entries;
        }
        const std::string hidden = workspace::temporary_name();
        const change::Journal journal(
            workspace, {.changes = {{text::parent_of(resolved), "", hidden, {}}}});
        workspace::remove_tree(place, hidden, resolved);
        return entries;
    }
    if (workspace.holds_protected(resolved))
        check.run(resolved);
    undo::Recorder& recorder = undo::recorder_of_call();
    const auto status = system::status_in(place.directory, place.name);
    const File directory = recorder.is_on()
        ? system::open_in(place.directory, place.name, O_RDONLY | O_DIRECTORY)
        : File();
    unlink_entry(place, resolved, AT_REMOVEDIR);
    if (recorder.is_on())
        recorder.add({.action = undo::Action::deleted,
            .path = resolved,
            .kept = recorder.keep_empty(directory),
            .directory_mode = status ? status->st_mode & mode_t {0777} : mode_t {0755}});
    return 1;
}

Removed remove_resolved(const Workspace& workspace, const std::string& resolved,
    const std::string& path, const RemoveOptions& options)
{
    const File parent = workspace.open_resolved(text::parent_of(resolved), O_RDONLY | O_DIRECTORY);
    const auto locks = change::lock_settled(workspace, {{&parent, path}});
    const std::string name = text::name_of(resolved);
    const system::Place place {parent, name};
    const File entry = workspace::look_at(place, path);
    if (!entry)
        throw workspace::cannot_open(path, ENOENT);
    const mode_t mode = system::status_of(entry, path).st_mode;
    const bool is_directory = S_ISDIR(mode);
    workspace::require_asked_directory(path, mode);
    change::check_expected_entry(place, options.expected_sha256, path);
    workspace::SeenFiles* const seen = workspace::seen_files_of_call();
    if (seen != nullptr && !options.expected_sha256)
        seen->refuse_changed_at(workspace, resolved);
    if (options.is_dry_run)
        return {is_directory ? count_entries(workspace, place, resolved, options) : 1,
            change::show_removal(place, resolved), undo::recorder_of_call().can_take(place)};
    std::int64_t entries = 1;
    if (is_directory)
        entries = remove_directory(workspace, place, resolved, options);
    else
        remove_file(place, entry, resolved, path);
    if (seen != nullptr)
        seen->has_removed(resolved);
    if (workspace.is_durable())
        system::synchronise_names(parent,
            "cannot write the removal of " + text::in_quotes(path) + " through to the disk");
    return {entries};
}

}

Removed remove_entry(
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
        return {0};
    }
}

}
