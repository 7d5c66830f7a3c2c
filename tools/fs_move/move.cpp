#include "move.hpp"

#include "copy.hpp"
#include "ends.hpp"

#include "toolkit/change/expected_hash.hpp"
#include "toolkit/change/journal.hpp"
#include "toolkit/change/recovery.hpp"
#include "toolkit/change/removal_diff.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/recorder.hpp"
#include "toolkit/workspace/later_files.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/new_name.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/seen_files.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <utility>

namespace fs_move {

using namespace toolkit;

namespace {

bool is_movable(mode_t mode) { return S_ISREG(mode) || S_ISDIR(mode) || S_ISLNK(mode); }

ToolError exists_already(const End& to)
{
    return {Code::already_exists, text::in_quotes(to.given()) + " exists already",
        to.is_directory()
            ? "'to' is the whole new path: to move into a directory, add a '/' and a name"
            : "set 'overwrite' to replace it"};
}

void check_from(const Workspace& workspace, const End& from)
{
    if (!from.exists())
        throw workspace::with_nearest_path(
            workspace, from.given(), workspace::cannot_open(from.given(), ENOENT));
    if (!is_movable(from.status().st_mode))
        throw ToolError(Code::not_a_file,
            text::in_quotes(from.given())
                + " is a pipe, a socket or a device: only files, directories and links are moved");
    workspace::require_asked_directory(from.given(), from.status().st_mode);
    if (from.is_directory())
        workspace::TreeCheck {workspace, workspace::Purpose::move}.run(from.resolved());
}

void check_to(const Workspace& workspace, const End& from, const End& to)
{
    if (to.given().ends_with('/') && !from.is_directory())
        throw ToolError(Code::not_a_directory,
            text::in_quotes(to.given()) + " names a directory, but " + text::in_quotes(from.given())
                + " is not one",
            "'to' is the whole new path");
    if (from.is_directory() && to.resolved().starts_with(from.resolved() + "/"))
        throw ToolError(Code::bad_request,
            "cannot move the directory " + text::in_quotes(from.given()) + " into itself, to "
                + text::in_quotes(to.given()));
    // An entry of the directory could take the place of something protected that does not exist
    // yet.
    if (from.is_directory() && workspace.holds_protected(to.resolved()))
        throw ToolError(Code::protected_path,
            text::in_quotes(to.given())
                + " holds what is protected: it can be read, and never changed");
}

void check_replacing(const End& from, const End& to)
{
    if (!is_movable(to.status().st_mode))
        throw ToolError(Code::not_a_file,
            text::in_quotes(to.given())
                + " is a pipe, a socket or a device, which is not replaced");
    if (to.is_directory() && !from.is_directory())
        throw ToolError(Code::not_a_file,
            text::in_quotes(to.given()) + " is a directory, which is not replaced by "
                + text::in_quotes(from.given()),
            "to move into the directory, add a '/' and a name to 'to'");
    if (from.is_directory() && !to.is_directory())
        throw ToolError(Code::not_a_directory,
            text::in_quotes(to.given()) + " is not a directory, and is not replaced by one",
            "remove it first, or take another name");
}

void unlink_source(const End& from)
{
    if (unlinkat(from.directory().descriptor(), from.place().name.c_str(), 0) != 0)
        throw system::system_error("cannot remove " + text::in_quotes(from.given()));
}

// Returns true if a listing has exactly this name. If a file system accepts several spellings of a
// name, an entry that opens under a name may be listed under another one.
bool is_listed(const End& end)
{
    bool found = false;
    system::for_each_entry(end.directory(), end.given(),
        [&](std::string_view name, unsigned char) { found = found || name == end.place().name; });
    return found;
}

// Renames an entry to another spelling of its own name by way of a temporary name, since the file
// system treats both spellings as the same name. The journal records it as a removal: until the
// entry has the new name, a recovery gives it back the old one.
void respell(const Workspace& workspace, const End& from, const End& to)
{
    const std::string hidden = workspace::temporary_name();
    const system::Place away {from.directory(), hidden};
    const change::Plan plan {.changes = {{text::parent_of(from.resolved()), from.place().name,
                                 hidden, system::identity_of(from.status())}}};
    change::Journal journal(workspace, plan);
    journal.prepared(plan);
    int error = system::rename_to_free(from.place(), away);
    if (error == 0) {
        error = system::rename_to_free(away, to.place());
        if (error != 0 && system::rename_to_free(away, from.place()) != 0)
            journal.keep();
    }
    if (error == EEXIST)
        throw exists_already(to);
    if (error != 0)
        throw system::system_error("cannot move " + text::in_quotes(from.given()), error);
}

// Handles two names of one file. rename(2) would keep both if they are hard links. If they are two
// spellings of one name, a listing has at most one of them, and unlinking one would lose the file.
void unite(const Workspace& workspace, const End& from, const End& to)
{
    if (is_listed(from) && is_listed(to))
        unlink_source(from);
    else
        respell(workspace, from, to);
}

// Returns an errno, or 0.
int rename_to(const system::Place& from, const End& to)
{
    if (!to.exists())
        return system::rename_to_free(from, to.place());
    const system::Place place = to.place();
    const int result = renameat2(from.directory.descriptor(), from.name.c_str(),
        place.directory.descriptor(), place.name.c_str(), 0);
    return result == 0 ? 0 : errno;
}

[[noreturn]] void fail(int error, const End& from, const End& to)
{
    if (error == EEXIST && !to.exists())
        throw ToolError(Code::already_exists,
            text::in_quotes(to.given()) + " was created by another program meanwhile",
            "look at it");
    if (error == EEXIST || error == ENOTEMPTY)
        throw ToolError(Code::not_empty,
            text::in_quotes(to.given()) + " is a directory that is not empty, and is not replaced",
            "remove it first, or take another name");
    throw system::system_error(
        "cannot move " + text::in_quotes(from.given()) + " to " + text::in_quotes(to.given()),
        error);
}

// Keeps the entry that is about to be replaced, for undo.
std::optional<undo::Change> keep_replaced(const End& to)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    if (!recorder.is_on() || !to.exists())
        return {};
    undo::Change change {.action = undo::Action::deleted, .path = to.resolved()};
    if (to.is_directory()) {
        change.directory_mode = to.status().st_mode & mode_t {0777};
        change.kept = recorder.keep_empty(
            system::open_in(to.directory(), to.place().name, O_RDONLY | O_DIRECTORY));
    } else if (S_ISLNK(to.status().st_mode))
        change.link_target
            = system::target_of(workspace::look_at(to.place(), to.given()), to.given());
    else
        change.kept = recorder.link(to.place());
    return change;
}

// Returns the hash by which undo recognises the file, if computing it does not take long.
std::string hash_of_moved(const End& to, mode_t mode)
{
    constexpr std::int64_t max_hashed_bytes = 64 << 20;
    if (S_ISLNK(mode))
        return system::sha256(
            system::target_of(workspace::look_at(to.place(), to.given()), to.given()));
    if (!S_ISREG(mode))
        return {};
    const File file = system::open_in(to.directory(), to.place().name, O_RDONLY);
    if (!file || system::status_of(file, to.given()).st_size > max_hashed_bytes)
        return {};
    return system::sha256(file, to.given(), {max_hashed_bytes, "hash", ""});
}

// Records the changes in the order in which they were made.
void note_move(const End& from, const End& to, std::optional<undo::Change> replaced)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    if (!recorder.is_on())
        return;
    if (replaced) {
        if (replaced->kept && !replaced->directory_mode)
            recorder.look_again(*replaced->kept);
        recorder.add(std::move(*replaced));
    }
    const mode_t mode = from.status().st_mode;
    undo::Change change {
        .action = undo::Action::moved, .path = to.resolved(), .from = from.resolved()};
    change.kind = S_ISDIR(mode) ? undo::Kind::tree
        : S_ISLNK(mode)         ? undo::Kind::link
                                : undo::Kind::file;
    try {
        change.new_sha256 = hash_of_moved(to, mode);
    } catch (const ToolError& error) { // the move itself has succeeded
        recorder.give_up(error.message);
    }
    recorder.add(std::move(change));
}

void synchronise(const Workspace& workspace, const End& end, const std::string& what)
{
    if (workspace.is_durable())
        system::synchronise_names(end.directory(), what + " cannot be written through to the disk");
}

Moved move_across(
    const Workspace& workspace, const End& from, const End& to, std::int64_t max_bytes)
{
    const std::string copied = workspace::temporary_name();
    const change::Journal journal(
        workspace, {.changes = {{text::parent_of(to.resolved()), "", copied, {}}}});
    const system::Place place {to.directory(), copied};
    Copy copy(from.place(), place, from.given(),
        {workspace.is_durable() ? Durable::yes : Durable::no, max_bytes});
    if (!copy.original().is_at(from.place()))
        fail_as_changed(from.given());
    if (const int error = rename_to(place, to); error != 0)
        fail(error, from, to);
    copy.keep();
    // The source may be removed only after the copy is safe on the disk.
    synchronise(workspace, to, text::in_quotes(from.given()) + " was kept, since its copy");
    try {
        remove_original(workspace,
            {from.place(), from.resolved(), from.given(), from.is_directory()}, copy.original());
    } catch (ToolError& error) {
        if (error.code == Code::conflict)
            throw ToolError(Code::conflict,
                error.message + ", and was kept; a copy of its previous state is at "
                    + text::in_quotes(to.given()),
                "look at both, and remove one");
        error.message += "; a complete copy is already at " + text::in_quotes(to.given());
        throw;
    }
    return {true, copy.not_kept()};
}

// Throws unless the entry at `to` may be replaced.
void check_existing(const End& from, const End& to, Existing existing)
{
    if (!to.exists())
        return;
    if (is_same_file(from.status(), to.status())) {
        if (existing == Existing::refused && is_listed(from) && is_listed(to))
            throw exists_already(to);
        return;
    }
    if (existing == Existing::refused)
        throw exists_already(to);
    check_replacing(from, to);
}

Moved move_seen(
    const Workspace& workspace, const End& from, const End& to, std::int64_t max_copied_bytes)
{
    undo::Recorder& recorder = undo::recorder_of_call();
    if (to.exists() && is_same_file(from.status(), to.status())) {
        recorder.give_up("both were names of one file");
        unite(workspace, from, to);
        return {true, {}};
    }
    auto replaced = keep_replaced(to);
    const int error = rename_to(from.place(), to);
    if (error == EXDEV) {
        recorder.give_up("it was moved to another file system");
        return move_across(workspace, from, to, max_copied_bytes);
    }
    if (error != 0)
        fail(error, from, to);
    note_move(from, to, std::move(replaced));
    return {true, {}};
}

// Returns the diff of the move; the removal of a replaced entry comes first.
text::Diff show_move(const End& from, const End& to)
{
    text::Diff diff {"", false};
    if (to.exists() && !is_same_file(from.status(), to.status()))
        diff = change::show_removal(to.place(), to.resolved());
    diff.text += "diff --git " + text::header_name("a/", from.resolved()) + " "
        + text::header_name("b/", to.resolved()) + "\nrename from "
        + text::header_name("", from.resolved()) + "\nrename to "
        + text::header_name("", to.resolved()) + "\n";
    return diff;
}

// Returns the moved files that other programs run later. In a dry run, `now_at` is the old path of
// the content.
workspace::LaterFiles later_files_of(
    const Workspace& workspace, const End& from, const End& to, const std::string& now_at)
{
    workspace::LaterFiles files;
    files.add(to.resolved(),
        from.is_directory() ? workspace::EntryKind::directory : workspace::EntryKind::other);
    if (!from.is_directory() || !files.paths().empty())
        return files;
    workspace::LaterFiles found;
    workspace::LaterWalk {workspace}.run(now_at, found);
    if (now_at == to.resolved())
        return found;
    for (const std::string& path : found.paths()) {
        const std::string moved = to.resolved() + path.substr(now_at.size());
        files.add(moved, workspace::EntryKind::directory);
        files.add(moved, workspace::EntryKind::other);
    }
    if (found.is_incomplete())
        files.leave_incomplete();
    return files;
}

bool is_same_place(const End& from, const End& to)
{
    return from.place().name == to.place().name
        && is_same_file(system::status_of(from.directory(), from.given()),
            system::status_of(to.directory(), to.given()));
}

}

Moved move_entry(const Workspace& workspace, const std::string& from_path,
    const std::string& to_path, const MoveOptions& options)
{
    End from(workspace, from_path);
    workspace::refuse_odd_new_name(workspace, to_path);
    End to(workspace, to_path);
    const auto locks = change::lock_settled(
        workspace, {{&from.directory(), from.given()}, {&to.directory(), to.given()}});
    from.look();
    check_from(workspace, from);
    if (is_same_place(from, to))
        return {false, {}};
    to.look();
    check_to(workspace, from, to);
    check_existing(from, to, options.existing);
    workspace::SeenFiles* const seen = workspace::seen_files_of_call();
    if (to.exists() && !is_same_file(from.status(), to.status())) {
        change::check_expected_entry(to.place(), options.expected_sha256, to.given());
        if (seen != nullptr && !options.expected_sha256)
            seen->refuse_changed_at(workspace, to.resolved());
    } else if (!to.exists() && options.expected_sha256)
        change::check_expected_hash("", *options.expected_sha256, to.given());
    if (options.is_dry_run)
        return {
            true, {}, later_files_of(workspace, from, to, from.resolved()), show_move(from, to)};
    Moved moved = move_seen(workspace, from, to, options.max_copied_bytes);
    if (seen != nullptr)
        seen->has_moved(from.resolved(), to.resolved());
    moved.runs_later = later_files_of(workspace, from, to, to.resolved());
    synchronise(workspace, to, "the new name of " + text::in_quotes(from.given()));
    synchronise(workspace, from, "the removal of the old name of " + text::in_quotes(from.given()));
    return moved;
}

}
