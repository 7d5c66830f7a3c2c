#include "toolkit/change/transaction.hpp"

#include "toolkit/change/recovery.hpp"
#include "toolkit/change/transaction_entry.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/lock.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/seen_files.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace toolkit::change {

Transaction::Transaction(
    const Workspace& workspace, const std::vector<std::string>& paths, Paths given)
    : workspace(&workspace)
{
    resolve(paths, given);
    nest();
    name_temporaries();
    lock();
    for (auto& entry : entries)
        entry->look();
}

Transaction::Transaction(Transaction&&) noexcept = default;

Transaction::~Transaction() { take_back(); }

void Transaction::resolve(const std::vector<std::string>& paths, Paths given)
{
    std::unordered_map<std::string_view, const TransactionEntry*> known;
    for (const auto& path : paths) {
        auto entry = std::make_unique<TransactionEntry>();
        entry->given = path;
        entry->path = given == Paths::resolved ? path : workspace->resolve_to_change(path);
        if (entry->path == "." || path.ends_with('/'))
            throw ToolError(
                Code::not_a_file, text::in_quotes(path) + " names a directory, not a regular file");
        if (const auto [other, is_new] = known.emplace(entry->path, entry.get()); !is_new)
            throw ToolError(Code::conflict,
                text::in_quotes(other->second->given) + " and " + text::in_quotes(path)
                    + " are one file");
        entries.push_back(std::move(entry));
    }
}

// Finds for each entry the outermost entry whose path contains it.
void Transaction::nest()
{
    std::unordered_map<std::string_view, TransactionEntry*> known;
    for (auto& entry : entries)
        known.emplace(entry->path, entry.get());
    for (auto& entry : entries) {
        for (std::string at = text::parent_of(entry->path); at != "."; at = text::parent_of(at))
            if (const auto outer = known.find(at); outer != known.end())
                entry->outer = outer->second;
        if (entry->outer != nullptr)
            entry->outer->has_inner = true;
    }
}

// Each file gets its own temporary name, which is in use as long as the journal names it.
void Transaction::name_temporaries()
{
    const std::string first
        = entries.size() > 1 ? workspace::temporary_name() : name_of_the_only_one();
    for (std::size_t index = 0; index < entries.size(); ++index)
        entries[index]->temporary = index > 0 ? first + "-" + std::to_string(index) : first;
}

bool Transaction::are_directories_outdated() const
{
    return std::any_of(
        entries.begin(), entries.end(), [](const auto& entry) { return entry->is_outdated(); });
}

void Transaction::lock()
{
    // A link in place of a directory stays outdated; make_directories() reports it.
    constexpr int max_tries = 16;
    bool is_worthwhile = true;
    for (int tries = 0; tries < max_tries; ++tries) {
        if (tries > 0) {
            locks.clear();
            is_worthwhile = recover_interrupted(*workspace) && is_worthwhile;
        }
        TransactionDirectories directories(*workspace);
        std::set<const File*> seen;
        std::vector<system::ToLock> to_lock;
        for (auto& entry : entries) {
            entry->find_directory(directories);
            if (seen.insert(entry->directory.get()).second)
                to_lock.push_back({entry->directory.get(), entry->given});
        }
        locks = system::lock_directories(to_lock);
        // The previous holder of the lock may have been killed while this process waited for it.
        if (!are_directories_outdated() && !(is_worthwhile && is_interrupted(*workspace)))
            return;
    }
}

// Writes the journal before anything is prepared. A single file changes in one step and needs no
// journal.
void Transaction::begin()
{
    if (entries.size() > 1 && !journal)
        journal = std::make_unique<Journal>(*workspace, plan());
}

Plan Transaction::plan() const
{
    Plan plan;
    std::set<std::string> directories;
    for (const auto& entry : entries) {
        std::string at = text::parent_of(entry->path);
        const auto old = entry->file ? entry->file->old_identity() : std::nullopt;
        plan.changes.push_back({at, text::name_of(entry->path), entry->temporary, old,
            entry->file ? entry->file->new_identity() : std::nullopt});
        // The entries of a directory that takes the place of a file come and go with it.
        if (entry->is_hidden())
            continue;
        for (std::size_t left = entry->missing.size(); left > 0; --left, at = text::parent_of(at))
            directories.insert(at);
    }
    plan.new_directories.assign(
        directories.begin(), directories.end()); // a parent sorts before what is in it
    return plan;
}

std::size_t Transaction::size() const { return entries.size(); }

const std::string& Transaction::path(std::size_t index) const { return entries.at(index)->path; }

bool Transaction::lacks_directory(std::size_t index) const
{
    return !entries.at(index)->missing.empty();
}

bool Transaction::is_directory(std::size_t index) const
{
    const auto& file = entries.at(index)->file;
    return file && file->is_directory();
}

bool Transaction::exists(std::size_t index) const
{
    const auto& file = entries.at(index)->file;
    return file && file->exists();
}

const struct stat& Transaction::status(std::size_t index) const
{
    return entries.at(index)->file->status();
}

const File& Transaction::current(std::size_t index) const
{
    return entries.at(index)->file->current();
}

std::vector<std::string> Transaction::not_kept(std::size_t index) const
{
    const auto& file = entries.at(index)->file;
    return file ? file->not_kept() : std::vector<std::string> {};
}

void Transaction::replace(std::size_t index, std::string_view content, const PreparedMode& mode,
    std::optional<std::size_t> origin)
{
    begin();
    TransactionEntry& entry = *entries.at(index);
    entry.make_directories();
    entry.file->stage(content, mode, origin ? &*entries.at(*origin)->file : nullptr);
    if (undo::recorder_of_call().is_on() || workspace::seen_files_of_call() != nullptr)
        entry.new_sha256 = system::sha256(content);
    if (workspace->is_durable())
        entry.file->synchronise_content();
}

void Transaction::append(
    std::size_t index, std::string_view bytes, const std::string& sha256_of_whole)
{
    begin();
    TransactionEntry& entry = *entries.at(index);
    entry.file->stage_appended(bytes);
    entry.new_sha256 = sha256_of_whole;
    if (workspace->is_durable())
        entry.file->synchronise_content();
}

void Transaction::restore(
    std::size_t index, const File& source, const std::string& sha256, const File& metadata)
{
    begin();
    TransactionEntry& entry = *entries.at(index);
    entry.make_directories();
    entry.file->stage_copy(source, metadata);
    entry.new_sha256 = sha256;
    if (workspace->is_durable())
        entry.file->synchronise_content();
}

void Transaction::remove(std::size_t index)
{
    begin();
    entries.at(index)->file->stage_removal();
}

// Entries that are carried move with their directory, whose place is taken in its own step.
void Transaction::swap_in()
{
    for (auto& entry : entries)
        if (entry->is_carried())
            entry->file->check_unchanged();
        else if (entry->file && !entry->is_hidden())
            entry->file->swap_in();
}

// Returns the end of the error message of a failed commit: the files that could not be put back.
// Entries of a directory that takes the place of a file are not listed.
static std::string not_put_back(const std::vector<std::unique_ptr<TransactionEntry>>& entries)
{
    std::size_t count = 0;
    std::string first;
    for (const auto& entry : entries)
        if (entry->file && !entry->is_hidden() && !entry->is_back && ++count == 1)
            first = entry->given;
    if (count == 0)
        return "";
    return "; " + text::in_quotes(first)
        + (count == 1 ? "" : " and " + std::to_string(count - 1) + " more")
        + " could not be put back: what was there has a temporary name, and the next call that "
          "changes files tries again";
}

void Transaction::commit()
{
    try {
        for (auto& entry : entries)
            if (entry->file && entry->is_hidden())
                entry->file->swap_in();
        if (journal) {
            synchronise_directories();
            journal->prepared(plan());
        }
        swap_in();
        synchronise_directories();
        if (journal)
            journal->done();
    } catch (ToolError& error) {
        take_back();
        if (journal)
            error.message += not_put_back(entries);
        throw;
    }
    is_over = true;
    note_seen();
    discard_old();
    journal.reset();
}

// Records the new hashes of the files, and the removals, in SeenFiles. An error does not fail the
// change: the caller then has to read the file again.
void Transaction::note_seen() const
try {
    workspace::SeenFiles* const seen = workspace::seen_files_of_call();
    if (seen == nullptr)
        return;
    for (const auto& entry : entries)
        if (!entry->file || entry->new_sha256.empty())
            seen->has_removed(entry->path);
        else if (entry->file->exists() && !entry->file->replaces_directory())
            seen->has_edited(entry->path, entry->file->current(), entry->new_sha256);
        else
            seen->has_written(entry->path, entry->new_sha256);
} catch (const ToolError&) { // NOLINT(bugprone-empty-catch)
}

void Transaction::synchronise_directories() const
{
    if (!workspace->is_durable())
        return;
    for (const auto& entry : entries) {
        if (entry->file)
            entry->file->synchronise_directory();
        for (const auto& made : entry->made)
            system::synchronise_names(made.parent,
                "cannot write the directory " + text::in_quotes(made.name)
                    + " through to the disk");
    }
}

// Records the changes for undo in the order in which they were made.
void Transaction::record_undo() noexcept
{
    undo::Recorder& recorder = undo::recorder_of_call();
    for (auto& entry : entries) {
        if (entry->is_carried()) // kept with its directory
            continue;
        std::string at = text::parent_of(entry->path);
        std::vector<std::string> made;
        for (std::size_t left = entry->made.size(); left > 0; --left, at = text::parent_of(at))
            made.push_back(at);
        for (auto path = made.rbegin(); path != made.rend(); ++path)
            recorder.add({.action = undo::Action::made_directory, .path = *path});
        if (entry->file)
            entry->file->record_undo(recorder, entry->path, entry->new_sha256);
    }
}

void Transaction::discard_old() noexcept
{
    if (undo::recorder_of_call().is_on())
        record_undo();
    bool is_right = true;
    for (auto& entry : entries) {
        is_right = (!entry->file || entry->file->discard_old()) && is_right;
        entry->made.clear();
    }
    if (journal && !is_right)
        journal->keep();
}

// If something cannot be restored now, keeps the journal for the next call.
void Transaction::take_back() noexcept
{
    if (!std::exchange(is_over, true) && !restore() && journal)
        journal->keep();
}

bool Transaction::restore() noexcept
try {
    bool is_right = restore_names();
    is_right = remove_hidden() && is_right;
    // Must be on the disk before the journal is removed.
    if (journal)
        synchronise_directories();
    return is_right;
} catch (const ToolError&) {
    return false;
}

// Restores the names. A directory that takes the place of a file is left alone if another program
// has changed anything in it, since that would be removed with it.
bool Transaction::restore_names() noexcept
{
    for (auto& entry : entries)
        if (entry->is_hidden() && entry->file && !entry->file->is_in_place())
            entry->outer->is_inside_changed = true;
    bool is_right = true;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if ((*entry)->is_hidden())
            continue;
        (*entry)->is_back = (*entry)->take_back();
        is_right = (*entry)->is_back && is_right;
        if (!(*entry)->is_back && !journal)
            (*entry)->file->keep_aside();
        is_right = (*entry)->remove_made_directories() && is_right;
    }
    return is_right;
}

// Removes the directories that take the place of files, with their content. Only after they have
// their temporary names again: until then a recovery must find them unchanged.
bool Transaction::remove_hidden() noexcept
{
    bool is_right = true;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if (!(*entry)->is_hidden() || !(*entry)->outer->is_back)
            continue;
        is_right = (*entry)->take_back() && is_right;
        is_right = (*entry)->remove_made_directories() && is_right;
    }
    for (auto& entry : entries)
        if (entry->is_back && entry->file)
            is_right = entry->file->remove_directory() && is_right;
    return is_right;
}

}
