#include "toolkit/change/transaction_entry.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/lock.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <unistd.h>

#include <cerrno>

namespace toolkit::change {

std::string name_of_the_only_one() { return std::string(workspace::temporary_prefix) + "single"; }

std::shared_ptr<const File> TransactionDirectories::open(const std::string& resolved)
{
    auto& directory = known[resolved];
    if (!directory)
        directory
            = std::make_shared<File>(workspace.open_resolved(resolved, O_RDONLY | O_DIRECTORY));
    return directory;
}

void TransactionEntry::find_directory(TransactionDirectories& directories)
{
    missing.clear();
    for (std::string at = text::parent_of(path);; at = text::parent_of(at)) {
        try {
            directory = directories.open(at);
            break;
        } catch (const ToolError& error) {
            if (error.code == Code::not_a_directory && outer == nullptr)
                throw workspace::cannot_open(given, ENOTDIR);
            if ((error.code != Code::not_found && error.code != Code::not_a_directory) || at == ".")
                throw;
            missing.insert(missing.begin(), text::name_of(at));
        }
    }
}

bool TransactionEntry::is_outdated() const
{
    struct stat status { };
    if (fstat(directory->descriptor(), &status) == 0 && status.st_nlink == 0)
        return true;
    if (missing.empty())
        return false;
    const auto there = system::status_in(*directory, missing.front());
    return there && (outer == nullptr || S_ISDIR(there->st_mode));
}

void TransactionEntry::look()
{
    if (missing.empty())
        file.emplace(std::move(directory),
            StagedFile::Names {text::name_of(path), temporary, given},
            has_inner ? Accepted::files_and_directories : Accepted::files);
}

// Continues below the directory that takes the place of a file. missing.front() is the name of that
// file.
void TransactionEntry::open_hidden_directory()
{
    directory = std::make_shared<File>(outer->file->stage_directory());
    missing.erase(missing.begin());
}

void TransactionEntry::make_directory(const std::string& name)
{
    // Needed to remove the directory again, so it is opened before the directory is made.
    File parent(dup(directory->descriptor()));
    const bool is_new = parent && mkdirat(directory->descriptor(), name.c_str(), 0777) == 0;
    if (is_new)
        made.push_back({std::move(parent), name});
    else if (!parent || errno != EEXIST)
        throw system::system_error("cannot make the directory " + text::in_quotes(name) + " for "
            + text::in_quotes(given));
    auto next = std::make_shared<File>(system::open_beneath(*directory, name,
        O_RDONLY | O_DIRECTORY, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS));
    if (!*next)
        throw system::system_error("cannot open the directory " + text::in_quotes(name) + " for "
            + text::in_quotes(given));
    directory = std::move(next);
    // Other processes see the directory from now on. This process must not wait for its lock: it
    // may be held by a process that waits for a lock of this one.
    if (is_new) {
        made.back().directory = directory;
        made.back().is_taken = !system::try_to_lock(*directory);
    }
}

void TransactionEntry::make_directories()
{
    if (file)
        return;
    if (is_hidden())
        open_hidden_directory();
    for (const auto& name : missing)
        make_directory(name);
    // The holder of the lock may use this temporary name, and may remove the file with this name.
    if (!missing.empty() && temporary == name_of_the_only_one() && !system::try_to_lock(*directory))
        temporary = workspace::temporary_name();
    missing.clear();
    look();
    // Everything so far was decided for a file that does not exist.
    if (file->exists())
        throw ToolError(Code::conflict,
            text::in_quotes(given) + " was created by another program meanwhile",
            "read it, and repeat the change");
}

bool TransactionEntry::take_back() noexcept
{
    using Inside = StagedFile::Inside;
    return !file || file->take_back(is_inside_changed ? Inside::changed : Inside::as_staged);
}

bool TransactionEntry::remove_made_directories() noexcept
{
    bool is_right = true;
    for (auto iterator = made.rbegin(); iterator != made.rend(); ++iterator)
        is_right
            = (iterator->is_taken
                  || unlinkat(iterator->parent.descriptor(), iterator->name.c_str(), AT_REMOVEDIR)
                      == 0
                  || errno == ENOENT || errno == ENOTEMPTY || errno == EEXIST)
            && is_right;
    made.clear();
    return is_right;
}

}
