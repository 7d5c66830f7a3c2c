#include "kept_entry.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/undo/store.hpp"
#include "toolkit/undo/tree_state.hpp"

#include <fcntl.h>
#include <sys/auxv.h>

#include <cerrno>

namespace fs_undo {

void refuse_kept(const std::string& path)
{
    throw ToolError(Code::conflict,
        "the kept copy of " + text::in_quotes(path) + " was changed, and is not put back",
        "nothing was changed; the step can no longer be undone");
}

static void check(const struct stat& status, const undo::Kept& kept, const std::string& path)
{
    const bool is_tree = kept.kind == undo::Kind::tree;
    if ((is_tree ? !S_ISDIR(status.st_mode) : !S_ISREG(status.st_mode))
        || status.st_ino != kept.inode
        || (!is_tree
            && (status.st_size != kept.size || status.st_ctim.tv_sec != kept.seconds
                || status.st_ctim.tv_nsec != kept.nanoseconds)))
        refuse_kept(path);
}

File open_step(const Workspace& workspace, std::uint64_t step, const std::string& path)
{
    const File store = undo::find_store(workspace);
    File directory
        = store ? system::open_in(store, undo::directory_of(step), O_RDONLY | O_DIRECTORY) : File();
    if (!directory)
        refuse_kept(path);
    return directory;
}

File open_kept_file(const Workspace& workspace, const KeptEntry& entry, const std::string& path)
{
    const File directory = open_step(workspace, entry.step, path);
    File file = system::open_in(
        directory, entry.kept.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (!file)
        refuse_kept(path);
    check(system::status_of(file, path), entry.kept, path);
    return file;
}

void check_kept_tree(const Workspace& workspace, const File& directory, const undo::Kept& kept,
    const std::string& path)
{
    const auto status = system::status_in(directory, kept.name);
    if (!status)
        refuse_kept(path);
    check(*status, kept, path);
    const undo::TreeState state = undo::state_of_tree({directory, kept.name}, path,
        [&](const std::string& inner) { workspace.refuse_protected(path + "/" + inner, path); });
    if (state.sha256 != kept.sha256)
        refuse_kept(path);
}

ToolError refused(const std::string& path, const std::string& how)
{
    return {Code::conflict, text::in_quotes(path) + how + ", and nothing is undone",
        "look at it: what was done since is not overwritten"};
}

Spot::Spot(const Workspace& workspace, const std::string& path)
    : path(path)
    , name(text::name_of(path))
{
    if (workspace.resolve_entry_to_change(path) != path)
        throw refused(path, " is now reached through a link");
    try {
        directory = workspace.open_resolved(text::parent_of(path), O_RDONLY | O_DIRECTORY);
    } catch (const ToolError& error) {
        if (error.code != Code::not_found && error.code != Code::not_a_directory)
            throw;
        throw refused(path, " no longer has a directory");
    }
}

void Spot::synchronise(const Workspace& workspace) const
{
    if (workspace.is_durable())
        system::synchronise_names(directory,
            "cannot write the undo of " + text::in_quotes(path) + " through to the disk");
}

void Spot::require_free() const
{
    if (status())
        throw refused(path, " exists again");
}

void put_in_place(const system::Place& from, const system::Place& to, const std::string& path)
{
    const int error = system::rename_to_free(from, to);
    if (error == EEXIST)
        throw refused(path, " exists again");
    if (error != 0)
        throw system::system_error("cannot put " + text::in_quotes(path) + " back", error);
}

}
