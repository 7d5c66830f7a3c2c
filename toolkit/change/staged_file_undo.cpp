#include "toolkit/change/staged_file.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/system/rename.hpp"
#include "toolkit/workspace/temporary_name.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace toolkit::change {

bool StagedFile::has_new(const std::string& at) const
{
    const auto there = system::status_in(directory, at);
    return staged && there && system::identity_of(*there) == *staged && leads_to(at, content);
}

bool StagedFile::remove_staged() noexcept
{
    return has_directory || !leads_to(temporary, content)
        || unlinkat(directory.descriptor(), temporary.c_str(), 0) == 0;
}

bool StagedFile::take_back_exchange(Inside inside) noexcept
{
    if (temporary.empty())
        return false;
    if (inside == Inside::as_staged && has_new(name)) {
        const int at = directory.descriptor();
        const unsigned flags = can_exchange ? RENAME_EXCHANGE : 0;
        return renameat2(at, temporary.c_str(), at, name.c_str(), flags) == 0 && remove_staged();
    }
    return system::rename_to_free({directory, temporary}, {directory, name}) == 0;
}

bool StagedFile::take_back(Inside inside) noexcept
{
    switch (std::exchange(state, State::untouched)) {
    case State::swapped: return take_back_exchange(inside);
    case State::removed:
        return system::rename_to_free({directory, temporary}, {directory, name}) == 0;
    case State::created:
        if (has_new(name) && unlinkat(directory.descriptor(), name.c_str(), 0) != 0)
            return false;
        return remove_staged();
    case State::staged: return remove_staged();
    case State::untouched:
    case State::staged_removal: break;
    }
    return true;
}

bool StagedFile::remove_directory() noexcept
{
    return !std::exchange(has_directory, false)
        || unlinkat(directory.descriptor(), temporary.c_str(), AT_REMOVEDIR) == 0
        || errno == ENOENT;
}

void StagedFile::keep_old(
    undo::Recorder& recorder, const std::string& path, const std::string& new_sha256)
{
    const undo::Change created {.action = undo::Action::created,
        .path = path,
        .new_sha256 = new_sha256,
        .new_metadata = system::metadata_sha256(content)};
    if (state == State::created)
        return recorder.add(created);
    if (state != State::swapped && state != State::removed)
        return;
    undo::Change change {.action = undo::Action::deleted, .path = path};
    if (temporary.empty())
        recorder.give_up("the file system can't keep what was there");
    else
        change.kept = recorder.take({directory, temporary});
    if (!change.kept)
        return;
    temporary.clear();
    const bool changes_kind = is_directory() || has_directory;
    if (state == State::swapped && !changes_kind) {
        change.action = undo::Action::modified;
        change.new_sha256 = new_sha256;
        change.new_metadata = created.new_metadata;
    }
    recorder.add(std::move(change));
    if (has_directory)
        recorder.add({.action = undo::Action::made_directory, .path = path});
    else if (is_directory())
        recorder.add(created);
}

void StagedFile::keep_aside() noexcept
try {
    if (!temporary.empty())
        system::rename_to_free({directory, temporary}, {directory, workspace::temporary_name()});
} catch (const ToolError&) { // without random bytes it keeps the name that it has
}

}
