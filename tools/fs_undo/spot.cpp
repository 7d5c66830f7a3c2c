#include "spot.hpp"

#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>

#include <cerrno>

namespace fs_undo {

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
        throw refused(path, " is reached by a link now");
    try {
        directory = workspace.open_resolved(text::parent_of(path), O_RDONLY | O_DIRECTORY);
    } catch (const ToolError& error) {
        if (error.code != Code::not_found && error.code != Code::not_a_directory)
            throw;
        throw refused(path, " has no directory any more");
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
        throw refused(path, " is there again");
}

void put_in_place(const system::Place& from, const system::Place& to, const std::string& path)
{
    const int error = system::rename_to_free(from, to);
    if (error == EEXIST)
        throw refused(path, " is there again");
    if (error != 0)
        throw system::system_error("cannot put " + text::in_quotes(path) + " back", error);
}

}
