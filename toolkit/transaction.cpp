#include "toolkit/transaction.hpp"

#include "toolkit/error.hpp"
#include "toolkit/lock.hpp"
#include "toolkit/path.hpp"
#include "toolkit/recovery.hpp"
#include "toolkit/staged_file.hpp"
#include "toolkit/text.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <unordered_map>

namespace {

bool is_missing(const ToolError& error) { return error.code == Code::not_found; }

// One of them is in a directory at most, which is locked: that of a killed process goes with the next.
std::string name_of_the_only_one() { return std::string(temporary_prefix) + "single"; }

}

// Each opened once, however many files are in it.
class Transaction::Directories {
public:
    explicit Directories(const Workspace& workspace)
        : workspace(workspace)
    {
    }

    std::shared_ptr<const File> open(const std::string& resolved)
    {
        auto& directory = known[resolved];
        if (!directory)
            directory = std::make_shared<File>(workspace.open_resolved(resolved, O_RDONLY | O_DIRECTORY));
        return directory;
    }

private:
    const Workspace& workspace;
    std::unordered_map<std::string, std::shared_ptr<const File>> known;
};

struct Transaction::Entry {
    std::string given; // as the request wrote it
    std::string path; // resolved
    std::string temporary; // name beside it
    std::shared_ptr<const File> directory; // the nearest that exists
    std::vector<std::string> missing; // directories to be made in it, the outermost first
    std::vector<std::pair<File, std::string>> made; // those that were
    std::optional<StagedFile> file; // once its directory exists

    void find_directory(Directories& directories, Parents parents);
    bool is_outdated() const;
    void look();
    void make_directories();
    void remove_made_directories() noexcept;
};

void Transaction::Entry::find_directory(Directories& directories, Parents parents)
{
    missing.clear();
    for (std::string at = parent_of(path);; at = parent_of(at)) {
        try {
            directory = directories.open(at);
            break;
        } catch (const ToolError& error) {
            if (!is_missing(error) || at == ".")
                throw;
            missing.insert(missing.begin(), name_of(at));
        }
    }
    if (!missing.empty() && parents == Parents::must_exist)
        throw ToolError(Code::not_found, "the directory " + in_quotes(parent_of(path)) + " does not exist",
            "make it first, or ask for missing parents to be made");
}

// Was what is missing made while the lock was waited for?
bool Transaction::Entry::is_outdated() const
{
    return !missing.empty()
        && open_beneath(*directory, missing.front(), O_PATH | O_NOFOLLOW,
            RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
}

void Transaction::Entry::look()
{
    if (missing.empty())
        file.emplace(std::move(directory), StagedFile::Names {name_of(path), temporary, given});
}

void Transaction::Entry::make_directories()
{
    if (file)
        return;
    for (const auto& name : missing) {
        // To take the directory back by, so before it is made.
        File parent(dup(directory->descriptor()));
        if (!parent)
            throw system_error("cannot make the directory " + in_quotes(name) + " for " + in_quotes(given));
        if (mkdirat(directory->descriptor(), name.c_str(), 0755) == 0)
            made.emplace_back(std::move(parent), name);
        else if (errno != EEXIST)
            throw system_error("cannot make the directory " + in_quotes(name) + " for " + in_quotes(given));
        File next = open_beneath(*directory, name, O_RDONLY | O_DIRECTORY,
            RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
        if (!next)
            throw system_error("cannot open the directory " + in_quotes(name) + " for " + in_quotes(given));
        directory = std::make_shared<File>(std::move(next));
    }
    missing.clear();
    look();
    // Everything so far was decided for a file that does not exist.
    if (file->exists())
        throw ToolError(Code::conflict, in_quotes(given) + " was created by another program meanwhile",
            "read it, and repeat the change");
}

void Transaction::Entry::remove_made_directories() noexcept
{
    for (auto iterator = made.rbegin(); iterator != made.rend(); ++iterator)
        unlinkat(iterator->first.descriptor(), iterator->second.c_str(), AT_REMOVEDIR);
    made.clear();
}

Transaction::Transaction(
    const Workspace& workspace, const std::vector<std::string>& paths, Parents parents, Paths given)
    : workspace(&workspace)
{
    std::unordered_map<std::string, const Entry*> known;
    Directories directories(workspace);
    for (const auto& path : paths) {
        auto entry = std::make_unique<Entry>();
        entry->given = path;
        entry->path = given == Paths::resolved ? path : workspace.resolve_to_change(path);
        if (entry->path == "." || path.ends_with('/'))
            throw ToolError(Code::not_a_file, in_quotes(path) + " names a directory, not a regular file");
        if (const auto [other, is_new] = known.emplace(entry->path, entry.get()); !is_new)
            throw ToolError(Code::conflict,
                in_quotes(other->second->given) + " and " + in_quotes(path) + " are one file");
        entry->find_directory(directories, parents);
        entries.push_back(std::move(entry));
    }
    // Each with a name of its own: what a journal names stays until the journal is done with.
    const std::string first = entries.size() > 1 ? temporary_name() : name_of_the_only_one();
    for (std::size_t index = 0; index < entries.size(); ++index)
        entries[index]->temporary = index > 0 ? first + "-" + std::to_string(index) : first;
    lock(parents);
    for (auto& entry : entries)
        entry->look();
}

Transaction::Transaction(Transaction&&) noexcept = default;

Transaction::~Transaction() { take_back(); }

// Did anything happen while the lock was waited for: was what is missing made, or has whoever held it been killed?
bool Transaction::is_outdated() const
{
    return std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return entry->is_outdated(); })
        || !find_interrupted(*workspace).empty();
}

void Transaction::lock(Parents parents)
{
    // A link in the place of a directory stays outdated: make_directories() says so.
    constexpr int most_tries = 16;
    for (int tries = 0; tries < most_tries; ++tries) {
        if (tries > 0) {
            locks.clear();
            recover_interrupted(*workspace);
            Directories directories(*workspace);
            for (auto& entry : entries)
                entry->find_directory(directories, parents);
        }
        std::set<const File*> seen;
        std::vector<ToLock> directories;
        for (const auto& entry : entries)
            if (seen.insert(entry->directory.get()).second)
                directories.push_back({entry->directory.get(), entry->given});
        locks = lock_directories(directories);
        if (!is_outdated())
            return;
    }
}

// Before anything is prepared. A single file changes in one step, and needs no journal.
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
        std::string at = parent_of(entry->path);
        const auto old = entry->file && entry->file->exists()
            ? std::optional(identity_of(entry->file->status()))
            : std::nullopt;
        plan.changes.push_back({at, name_of(entry->path), entry->temporary, old,
            entry->file ? entry->file->fresh() : std::nullopt});
        for (std::size_t left = entry->missing.size(); left > 0; --left, at = parent_of(at))
            directories.insert(at);
    }
    plan.new_directories.assign(
        directories.begin(), directories.end()); // a parent sorts before what is in it
    return plan;
}

std::size_t Transaction::size() const { return entries.size(); }

const std::string& Transaction::path(std::size_t index) const { return entries.at(index)->path; }

bool Transaction::exists(std::size_t index) const
{
    const auto& file = entries.at(index)->file;
    return file && file->exists();
}

const struct stat& Transaction::status(std::size_t index) const { return entries.at(index)->file->status(); }

const File& Transaction::current(std::size_t index) const { return entries.at(index)->file->current(); }

std::vector<std::string> Transaction::not_kept(std::size_t index) const
{
    const auto& file = entries.at(index)->file;
    return file ? file->not_kept() : std::vector<std::string> {};
}

void Transaction::replace(std::size_t index, std::string_view content, std::optional<mode_t> mode)
{
    begin();
    Entry& entry = *entries.at(index);
    entry.make_directories();
    entry.file->stage(content, mode);
    if (workspace->is_durable())
        entry.file->synchronise_content();
}

void Transaction::append(std::size_t index, std::string_view bytes)
{
    begin();
    StagedFile& file = *entries.at(index)->file;
    file.stage_appended(bytes);
    if (workspace->is_durable())
        file.synchronise_content();
}

void Transaction::remove(std::size_t index)
{
    begin();
    entries.at(index)->file->stage_removal();
}

void Transaction::commit()
{
    try {
        if (journal) {
            synchronise_directories();
            journal->prepared(plan());
        }
        for (auto& entry : entries)
            if (entry->file)
                entry->file->swap_in();
        synchronise_directories();
        if (journal)
            journal->done();
    } catch (...) {
        take_back();
        throw;
    }
    for (auto& entry : entries) {
        if (entry->file)
            entry->file->forget_old();
        entry->made.clear();
    }
    journal.reset();
}

void Transaction::synchronise_directories() const noexcept
{
    if (!workspace->is_durable())
        return;
    for (const auto& entry : entries) {
        if (entry->file)
            entry->file->synchronise_directory();
        for (const auto& [parent, name] : entry->made)
            fsync(parent.descriptor());
    }
}

void Transaction::take_back() noexcept
{
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if ((*entry)->file)
            (*entry)->file->take_back();
        (*entry)->remove_made_directories();
    }
}
