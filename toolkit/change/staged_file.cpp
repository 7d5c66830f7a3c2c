#include "toolkit/change/staged_file.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/tree.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace toolkit::change {

namespace {

constexpr std::uint64_t resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
constexpr mode_t permission_bits = 0777;
constexpr mode_t private_mode = 0600; // until the content has the mode of the old file

}

StagedFile::StagedFile(std::shared_ptr<const File> directory, Names names, Accepted accepted)
    : kept(std::move(directory))
    , directory(*kept)
    , name(std::move(names.name))
    , given(std::move(names.given))
    , temporary(std::move(names.temporary))
    , old(system::open_beneath(
          this->directory, this->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, resolve))
{
    if (!old && errno == ENOENT)
        return;
    if (!old && errno == ELOOP)
        throw ToolError(Code::conflict,
            text::in_quotes(this->given) + " was replaced by a link meanwhile", "try again");
    if (!old) {
        ToolError error = system::system_error("cannot open " + text::in_quotes(this->given));
        throw error.code == Code::not_a_file ? ToolError(Code::not_a_file,
            text::in_quotes(this->given) + " is a socket or a device, not a regular file")
                                             : error;
    }
    old_status = system::status_of(old, this->given);
    if (!S_ISREG(old_status.st_mode)
        && !(S_ISDIR(old_status.st_mode) && accepted == Accepted::files_and_directories))
        throw ToolError(Code::not_a_file,
            text::in_quotes(this->given)
                + (S_ISDIR(old_status.st_mode) ? " is a directory"
                                               : " is a pipe, a socket or a device")
                + ", not a regular file");
}

std::optional<system::Identity> StagedFile::new_identity() const
{
    if (state == State::staged || state == State::swapped || state == State::created)
        return system::identity_of(system::status_of(content, given));
    return state != State::staged_removal ? old_identity() : std::nullopt;
}

// Frees the temporary name: the caller holds the lock, so the process that used the name has ended.
// Chooses another temporary name if the entry with this name cannot be removed.
void StagedFile::free_temporary()
{
    if (unlinkat(directory.descriptor(), temporary.c_str(), 0) != 0 && errno != ENOENT)
        temporary = workspace::temporary_name();
}

void StagedFile::open_content(mode_t mode)
{
    if (exists()
        && faccessat(directory.descriptor(), name.c_str(), W_OK, AT_EACCESS | AT_SYMLINK_NOFOLLOW)
            != 0)
        throw system::system_error("cannot write " + text::in_quotes(given));
    content = system::create_beneath(directory, temporary, mode);
    if (!content && errno == EEXIST) {
        free_temporary();
        content = system::create_beneath(directory, temporary, mode);
    }
    if (!content)
        throw system::system_error(
            "cannot create a temporary file next to " + text::in_quotes(given));
    state = State::staged;
}

void StagedFile::stage(std::string_view bytes, const PreparedMode& mode, const StagedFile* origin)
{
    const StagedFile& like = origin != nullptr ? *origin : *this;
    const bool is_usual = !mode.exact && !like.exists();
    open_content(is_usual ? mode.of_new : private_mode);
    system::write_whole(content, given, bytes);
    if (!is_usual)
        finish_content(mode.exact, like);
}

void StagedFile::stage_appended(std::string_view bytes)
{
    open_content(private_mode);
    system::copy_whole(old, content, given);
    system::write_whole(content, given, bytes);
    finish_content(std::nullopt, *this);
}

void StagedFile::stage_copy(const File& source, const File& metadata)
{
    open_content(private_mode);
    system::copy_whole(source, content, given);
    lost = system::keep_metadata(metadata, content, given);
    if (system::status_of(source, given).st_nlink > 1 || (exists() && old_status.st_nlink > 1))
        lost.emplace_back("hard links");
    const mode_t mode = system::status_of(metadata, given).st_mode;
    if (fchmod(content.descriptor(), mode & permission_bits) != 0)
        throw system::system_error("cannot set the mode of " + text::in_quotes(given));
}

void StagedFile::finish_content(std::optional<mode_t> mode, const StagedFile& origin)
{
    if (origin.exists())
        lost = system::keep_metadata(origin.old, origin.old_status, content, given);
    // The other hard links still lead to the old content.
    if (origin.exists() && origin.old_status.st_nlink > 1)
        lost.emplace_back("hard links");
    // After the owner was set. Never sets set-user-ID or set-group-ID, whatever was asked for.
    const mode_t wanted = mode.value_or(origin.old_status.st_mode);
    if (fchmod(content.descriptor(), wanted & permission_bits) != 0)
        throw system::system_error("cannot set the mode of " + text::in_quotes(given));
}

void StagedFile::stage_removal() { state = State::staged_removal; }

File StagedFile::stage_directory()
{
    constexpr mode_t mode_of_new = 0777;
    if (state == State::staged_removal) {
        if (mkdirat(directory.descriptor(), temporary.c_str(), mode_of_new) != 0)
            throw system::system_error(
                "cannot make a directory in place of " + text::in_quotes(given));
        state = State::staged;
        has_directory = true;
        content = system::open_in(directory, temporary, O_RDONLY | O_DIRECTORY);
    } else if (state != State::staged)
        throw ToolError(
            Code::not_a_directory, text::in_quotes(given) + " is a file, not a directory");
    File opened = system::open_in(directory, temporary, O_RDONLY | O_DIRECTORY);
    if (!content || !opened)
        throw system::system_error("cannot make a directory in place of " + text::in_quotes(given));
    return opened;
}

void StagedFile::swap_in()
{
    if (state == State::staged)
        staged = new_identity();
    if (state == State::staged_removal)
        move_away();
    else if (state == State::staged && !old)
        create();
    else if (state == State::staged)
        exchange();
}

// Throws CONFLICT unless `at` leads to the file that was opened, with the content that it had then.
void StagedFile::check_is_old(const std::string& at) const
{
    // Compares by the descriptor: an overlay file system may give the file another inode in the
    // step that moves it.
    const auto now = system::status_in(directory, at);
    if (!leads_to(at, old) || !now
        || !system::identity_of(*now).has_content_of(system::identity_of(old_status)))
        throw ToolError(Code::conflict,
            text::in_quotes(given) + " was changed by another program meanwhile",
            "read it again, and repeat the change");
}

void StagedFile::exchange()
{
    const int at = directory.descriptor();
    if (renameat2(at, temporary.c_str(), at, name.c_str(), RENAME_EXCHANGE) != 0) {
        if (errno == ENOENT)
            throw ToolError(Code::conflict,
                text::in_quotes(given) + " was removed by another program meanwhile", "try again");
        const bool is_change_of_type
            = is_directory() || S_ISDIR(system::status_of(content, given).st_mode);
        if (is_change_of_type && (system::is_unsupported(errno) || errno == EXDEV))
            throw ToolError(Code::unsupported,
                "cannot replace " + text::in_quotes(given)
                    + ": the file system can't put a file in place of a directory, or the other "
                      "way, in one "
                      "step",
                "remove the one, then create the other");
        // EPERM does not mean that the file system cannot exchange names, but that the directory is
        // sticky or append-only. A second name made in it could not be removed.
        if (!system::is_unsupported(errno) || errno == EPERM)
            throw system::system_error("cannot replace " + text::in_quotes(given));
        replace_by_link();
        return;
    }
    state = State::swapped;
    check_is_old(temporary);
}

// Replaces the old file on a file system that cannot exchange names: the old file keeps a second
// name until the new one is in place.
void StagedFile::replace_by_link()
{
    const int at = directory.descriptor();
    check_is_old(name);
    const std::string second = second_name(temporary);
    unlinkat(at, second.c_str(), 0);
    const bool has_second = linkat(at, name.c_str(), at, second.c_str(), 0) == 0;
    if (renameat2(at, temporary.c_str(), at, name.c_str(), 0) != 0) {
        const int error = errno;
        if (has_second)
            unlinkat(at, second.c_str(), 0);
        throw system::system_error("cannot replace " + text::in_quotes(given), error);
    }
    state = State::swapped;
    can_exchange = false;
    temporary = has_second ? second : "";
}

void StagedFile::create()
{
    const int at = directory.descriptor();
    int result = renameat2(at, temporary.c_str(), at, name.c_str(), RENAME_NOREPLACE);
    if (result != 0 && system::is_unsupported(errno)) {
        result = linkat(at, temporary.c_str(), at, name.c_str(), 0);
        has_two_names = result == 0 && unlinkat(at, temporary.c_str(), 0) != 0;
    }
    if (result != 0 && errno == EEXIST)
        throw ToolError(Code::conflict,
            text::in_quotes(given) + " was created by another program meanwhile",
            "read it, and repeat the change");
    if (result != 0)
        throw system::system_error("cannot create " + text::in_quotes(given));
    state = State::created;
}

void StagedFile::move_away()
{
    int error = system::rename_to_free({directory, name}, {directory, temporary});
    if (error == EEXIST) {
        free_temporary();
        error = system::rename_to_free({directory, name}, {directory, temporary});
    }
    if (error != 0)
        throw system::system_error("cannot remove " + text::in_quotes(given), error);
    state = State::removed;
    check_is_old(temporary);
}

// Removes what has the temporary name. If that fails, the name is hidden from tools anyway.
bool StagedFile::remove_temporary() noexcept
try {
    if (unlinkat(directory.descriptor(), temporary.c_str(), 0) == 0 || errno == ENOENT)
        return true;
    if (errno != EISDIR)
        return false;
    workspace::remove_hidden_tree({directory, temporary}, given);
    return true;
} catch (const ToolError&) {
    return false;
}

bool StagedFile::discard_old() noexcept
{
    const State done = std::exchange(state, State::untouched);
    const bool has_temporary
        = ((done == State::swapped || done == State::removed) && !temporary.empty())
        || has_two_names;
    return !has_temporary || remove_temporary();
}

bool StagedFile::leads_to(const std::string& at, const File& file) const
{
    const auto there = system::status_in(directory, at);
    struct stat here { };
    return there && fstat(file.descriptor(), &here) == 0 && there->st_ino == here.st_ino
        && there->st_dev == here.st_dev;
}

void StagedFile::synchronise_content() const
{
    if (fdatasync(content.descriptor()) != 0)
        throw system::system_error(
            "cannot write " + text::in_quotes(given) + " through to the disk");
}

void StagedFile::synchronise_directory() const
{
    system::synchronise_names(
        directory, "cannot write the name of " + text::in_quotes(given) + " through to the disk");
}

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

void StagedFile::record_undo(
    undo::Recorder& recorder, const std::string& path, const std::string& new_sha256)
{
    undo::Change created {.action = undo::Action::created,
        .path = path,
        .new_sha256 = new_sha256,
        .new_metadata = system::metadata_sha256(content)};
    if (state == State::created) {
        created.copy = recorder.copy_new({directory, name});
        return recorder.add(std::move(created));
    }
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
        change.copy = recorder.copy_new({directory, name});
    }
    recorder.add(std::move(change));
    if (has_directory)
        recorder.add({.action = undo::Action::made_directory, .path = path});
    else if (is_directory()) {
        created.copy = recorder.copy_new({directory, name});
        recorder.add(std::move(created));
    }
}

void StagedFile::keep_aside() noexcept
try {
    if (!temporary.empty())
        system::rename_to_free({directory, temporary}, {directory, workspace::temporary_name()});
} catch (const ToolError&) { // without random bytes, it keeps its temporary name
}

}
