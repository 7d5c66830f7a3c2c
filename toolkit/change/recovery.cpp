#include "toolkit/change/recovery.hpp"

#include "toolkit/change/planned_trees.hpp"
#include "toolkit/change/repair.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/own_directory.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace toolkit::change {

namespace {

bool is_trusted(const struct stat& status)
{
    constexpr mode_t decisive = S_IRUSR | S_IWUSR | S_IWGRP | S_IWOTH;
    return S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == getauxval(AT_EUID)
        && (status.st_mode & decisive) == (S_IRUSR | S_IWUSR)
        && status.st_size <= static_cast<off_t>(max_journal);
}

bool is_directory(const Workspace& workspace, const std::string& path)
try {
    return bool(workspace.open_resolved(path, O_RDONLY | O_DIRECTORY));
} catch (const ToolError&) {
    return false;
}

// The limit bounds the time of a call if the directory has many files that nobody removes.
std::vector<std::string> names_of_journals(const File& directory)
{
    constexpr std::size_t max_entries = 1 << 16; // about 30 ms
    // Ours have 29 characters, and the suffixes of count_try().
    constexpr std::size_t max_name = 64;
    std::vector<std::string> names;
    try {
        system::for_first_entries(directory, ".agentcli/journal", max_entries,
            [&](std::string_view name, unsigned char type) {
                if (type == DT_REG && workspace::is_temporary_name(name) && name.size() <= max_name)
                    names.emplace_back(name);
            });
    } catch (const ToolError& error) {
        if (error.code != Code::not_found) // removed meanwhile by its last user
            throw;
    }
    return names;
}

// Returns the first `most` journals that can be recovered. Returns none if the directory cannot be
// written: they could not be removed, so every call would find them again.
std::vector<std::string> find_journals(const File& directory, std::size_t most)
{
    std::vector<std::string> found;
    if (!directory || faccessat(directory.descriptor(), ".", W_OK | X_OK, AT_EACCESS) != 0)
        return found;
    for (auto& name : names_of_journals(directory)) {
        if (found.size() == most)
            return found;
        const auto status = system::status_in(directory, name);
        if (!status || !is_trusted(*status))
            continue;
        const File journal = system::open_in(directory, name, O_RDONLY);
        // A shared lock, so that two searches at the same time do not take each other for the
        // owner.
        if (journal && flock(journal.descriptor(), LOCK_SH | LOCK_NB) == 0)
            found.push_back(std::move(name));
    }
    return found;
}

// A journal without a lock, left by a process that was killed.
class Leftover {
public:
    Leftover(const File& directory, std::string found)
        : directory(directory)
        , name(std::move(found))
        , file(system::open_in(
              // On NFS, an exclusive lock needs a file that is open to write.
              directory, name, O_RDWR))
    {
    }

    enum class End { refused, repaired, stays, busy, elsewhere };

    // Adds the paths that recover() would change to notes_of_call(), for a dry run.
    void announce(const Workspace& workspace)
    {
        const auto plan = file && is_trusted(system::status_of(file, name)) ? read() : std::nullopt;
        PlanCheck check(workspace);
        if (!plan || plan->is_done || !check.allows(*plan) || !check.is_in_reach(*plan))
            return;
        for (const auto& path : plan->new_directories)
            if (is_directory(workspace, path))
                workspace::notes_of_call().recovered.insert(path);
        for (const auto& change : plan->changes)
            if (plan->is_prepared && !change.name.empty() && change.changes_name())
                workspace::notes_of_call().recovered.insert(
                    text::join_resolved(change.directory, change.name));
    }

    // Carries out the plan. A journal that `stays` may be tried again by another call. `busy` and
    // `elsewhere` (another part of the workspace) do not count as tries.
    End recover(const Workspace& workspace)
    {
        if (!file || !is_trusted(system::status_of(file, name)))
            return End::refused;
        const auto plan = read();
        PlanCheck check(workspace);
        if (!plan || !check.allows(*plan))
            return !is_still_it() || set_aside() ? End::refused : End::stays;
        if (!check.is_in_reach(*plan))
            return End::elsewhere;
        try {
            const Repair repair(workspace, *plan);
            if (!is_still_it())
                return End::repaired;
            // The last try recovers what is there: what is missing may never come back.
            const auto missing
                = is_last_try() ? Repair::Missing::passed_over : Repair::Missing::refused;
            count_try();
            return repair.run(missing) && unlinkat(directory.descriptor(), name.c_str(), 0) == 0
                ? End::repaired
                : End::stays;
        } catch (const ToolError& error) { // an error here must not fail the call's own change
            if (error.code == Code::timed_out)
                return End::busy;
            if (!is_counted && is_still_it())
                count_try();
            return End::stays;
        }
    }

    std::size_t bytes_read() const { return count; }

private:
    // Reads only the beginning of a file that is malformed there.
    std::optional<Plan> read()
    {
        constexpr std::size_t beginning = 64 << 10;
        std::string text = take(beginning);
        auto plan = parse_journal(text);
        if (plan && text.size() == beginning) {
            text = take(max_journal);
            plan = parse_journal(text);
        }
        hash = system::sha256(text);
        return plan;
    }

    std::string take(std::size_t most)
    {
        taken = most;
        std::string text = system::read_range(file, name, 0, most);
        count += text.size();
        return text;
    }

    // Returns false if the journal is locked, removed or changed by now: it was still being written
    // when it was found, or another process has recovered it.
    bool is_still_it()
    {
        return flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0
            && system::status_of(file, name).st_nlink != 0 && system::sha256(take(taken)) == hash;
    }

    bool set_aside() const
    {
        return rename_to("kept" + name) || unlinkat(directory.descriptor(), name.c_str(), 0) == 0;
    }

    // Counts a try in the name of the journal, before the recovery is attempted: a call can be
    // killed by its timeout in the middle. Another call may succeed, because it may have more
    // rights or open more files. After three tries the journal is set aside.
    void count_try()
    {
        is_counted = true;
        const std::string next = is_last_try() ? "kept" + name : name + "-again";
        if (rename_to(next))
            name = next;
    }

    bool is_last_try() const { return name.ends_with("-again-again"); }

    bool rename_to(const std::string& other) const
    {
        return renameat2(
                   directory.descriptor(), name.c_str(), directory.descriptor(), other.c_str(), 0)
            == 0;
    }

    const File& directory;
    std::string name;
    File file;
    bool is_counted = false;
    std::size_t taken = 0;
    std::size_t count = 0;
    std::string hash;
};

}

// Adds the paths to notes_of_call() that the next call which is not a dry run may recover.
static void announce_recovery(const Workspace& workspace)
{
    const File journals = open_journals(workspace);
    std::size_t count = 0;
    for (auto& name : find_journals(journals, max_recovered)) {
        if (count >= max_journal)
            return;
        Leftover leftover(journals, std::move(name));
        leftover.announce(workspace);
        count += leftover.bytes_read();
    }
}

bool is_interrupted(const Workspace& workspace)
{
    if (workspace::notes_of_call().is_dry_run) {
        announce_recovery(workspace);
        return false;
    }
    return !find_journals(open_journals(workspace), 1).empty();
}

bool recover_interrupted(const Workspace& workspace)
{
    if (workspace::notes_of_call().is_dry_run)
        return !is_interrupted(workspace);
    const File journals = open_journals(workspace);
    auto found = find_journals(journals, max_refused);
    if (found.empty())
        return true;
    std::size_t count = 0;
    std::size_t tried = 0;
    bool is_all = found.size() < max_refused;
    for (auto& name : found) {
        if (count >= max_journal || tried == max_recovered)
            return false;
        Leftover leftover(journals, std::move(name));
        const auto end = leftover.recover(workspace);
        is_all = is_all && end != Leftover::End::stays && end != Leftover::End::elsewhere;
        tried += end == Leftover::End::refused || end == Leftover::End::elsewhere ? 0 : 1;
        count += leftover.bytes_read();
    }
    remove_empty_journals(workspace);
    return is_all;
}

std::vector<File> lock_settled(
    const Workspace& workspace, const std::vector<system::ToLock>& directories)
{
    constexpr int max_tries = 4; // other processes may be killed meanwhile
    bool is_worthwhile = true;
    for (int tries = 1;; ++tries) {
        std::vector<File> locks = system::lock_directories(directories);
        if (tries == max_tries || !is_worthwhile || !is_interrupted(workspace))
            return locks;
        locks.clear();
        is_worthwhile = recover_interrupted(workspace);
    }
}

}
