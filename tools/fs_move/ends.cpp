#include "ends.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <utility>

namespace fs_move {

End::End(const Workspace& workspace, std::string path)
    : path(std::move(path))
    , entry(workspace.resolve_entry_to_change(this->path))
    , last_name(text::name_of(entry))
{
    if (entry == ".")
        throw ToolError(Code::protected_path,
            text::in_quotes(this->path)
                + " is the root of the workspace, which is neither moved nor replaced",
            "name what is in it");
    try {
        parent = workspace.open_resolved(text::parent_of(entry), O_RDONLY | O_DIRECTORY);
    } catch (const ToolError& error) {
        if (error.code != Code::not_found)
            throw;
        throw workspace::with_nearest_path(workspace, text::parent_of(entry),
            {Code::not_found,
                "the directory " + text::in_quotes(text::parent_of(entry)) + " of "
                    + text::in_quotes(this->path) + " does not exist",
                "make it first"});
    }
}

void End::look()
{
    const File opened = workspace::look_at(place(), path);
    found = static_cast<bool>(opened);
    if (found)
        seen = system::status_of(opened, path);
}

bool is_same_file(const struct stat& left, const struct stat& right)
{
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

namespace {

std::string text_of(const timespec& time)
{
    return std::to_string(time.tv_sec) + "." + std::to_string(time.tv_nsec) + " ";
}

std::string text_of(const struct stat& status)
{
    std::string text = text_of(status.st_mtim);
    for (const std::uint64_t number : {std::uint64_t {status.st_dev}, std::uint64_t {status.st_ino},
             std::uint64_t {status.st_mode}, std::uint64_t {status.st_uid},
             std::uint64_t {status.st_gid}, static_cast<std::uint64_t>(status.st_size)})
        text += std::to_string(number) + " ";
    return text;
}

// Returns nullptr if there is no space for a journal, since an operation that frees space must not
// need any.
std::unique_ptr<change::Journal> begin_journal(const Workspace& workspace, const change::Plan& plan)
try {
    auto journal = std::make_unique<change::Journal>(workspace, plan);
    journal->prepared(plan);
    return journal;
} catch (const ToolError& error) {
    if (error.code != Code::no_space)
        throw;
    return nullptr;
}

// Marks the journal as done. Without that, a recovery after a kill restores the name of what is
// left.
void end_journal(change::Journal& journal)
try {
    journal.done();
} catch (const ToolError& error) {
    if (error.code != Code::no_space)
        throw;
}

void remove_entry_at(const system::Place& place, const Source& source)
{
    if (source.is_directory)
        workspace::remove_hidden_tree(place, source.given);
    else if (unlinkat(place.directory.descriptor(), place.name.c_str(), 0) != 0)
        throw system::system_error("cannot remove " + text::in_quotes(source.given));
}

}

// The first entry may be renamed, which changes its ctime, so that its ctime is not included.
void Original::note(const std::string& name, const struct stat& status)
{
    const bool is_first = digest.empty();
    digest = system::sha256(
        digest + text_of(status) + (is_first ? "" : text_of(status.st_ctim) + name));
}

bool Original::is_at(const system::Place& place) const
{
    Original now;
    now.walk(place);
    return now.digest == digest;
}

void Original::walk(const system::Place& place)
{
    const auto status = system::status_in(place.directory, place.name);
    if (!status)
        return;
    note(place.name, *status);
    if (!S_ISDIR(status->st_mode))
        return;
    if (const File directory = system::open_in(place.directory, place.name, O_RDONLY | O_DIRECTORY))
        for (const std::string& name : names_in(directory, place.name))
            walk({directory, name});
}

std::vector<std::string> names_in(const File& directory, std::string_view path)
{
    std::vector<std::string> names;
    system::for_each_entry(
        directory, path, [&](std::string_view name, unsigned char) { names.emplace_back(name); });
    std::sort(names.begin(), names.end());
    return names;
}

void fail_as_changed(std::string_view given)
{
    throw ToolError(Code::conflict,
        text::in_quotes(given) + " was changed by another program meanwhile", "try again");
}

void remove_original(const Workspace& workspace, const Source& source, const Original& original)
{
    const auto before = system::status_in(source.place.directory, source.place.name);
    if (!before)
        fail_as_changed(source.given);
    const std::string hidden = workspace::temporary_name();
    const system::Place away {source.place.directory, hidden};
    const change::Plan plan {.changes = {{text::parent_of(source.resolved), source.place.name,
                                 hidden, system::identity_of(*before)}}};
    const auto journal = begin_journal(workspace, plan);
    const int error = system::rename_to_free(source.place, away);
    if (error != 0 && error != EXDEV)
        throw system::system_error("cannot remove " + text::in_quotes(source.given), error);
    const bool is_away = error == 0;
    try {
        if (!original.is_at(is_away ? away : source.place))
            fail_as_changed(source.given);
        if (is_away && journal)
            end_journal(*journal);
        remove_entry_at(is_away ? away : source.place, source);
    } catch (const ToolError&) {
        if (is_away && system::rename_to_free(away, source.place) != 0 && journal)
            journal->keep();
        throw;
    }
}

}
