#include "toolkit/recovery.hpp"

#include "toolkit/directory.hpp"
#include "toolkit/error.hpp"
#include "toolkit/hash.hpp"
#include "toolkit/plan_check.hpp"
#include "toolkit/repair.hpp"
#include "toolkit/workspace.hpp"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace {

bool is_trusted(const struct stat& status)
{
    constexpr mode_t decisive = S_IRUSR | S_IWUSR | S_IWGRP | S_IWOTH;
    return S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == getauxval(AT_EUID)
        && (status.st_mode & decisive) == (S_IRUSR | S_IWUSR)
        && status.st_size <= static_cast<off_t>(largest_journal);
}

// Each call looks at these, and at no more of what nobody removes.
std::vector<std::string> names_of_journals(const File& directory)
{
    constexpr std::size_t most_entries = 1024;
    constexpr std::size_t longest_name = 64; // ours have 29, and what set_back() adds
    std::vector<std::string> names;
    try {
        for_first_entries(
            directory, ".agentcli/journal", most_entries, [&](std::string_view name, unsigned char type) {
                if (type == DT_REG && is_temporary_name(name) && name.size() <= longest_name)
                    names.emplace_back(name);
            });
    } catch (const ToolError& error) {
        if (error.code != Code::not_found) // removed meanwhile by whoever was done
            throw;
    }
    return names;
}

// None where they can't be removed, since each would be found again.
std::vector<std::string> find_journals(const File& directory)
{
    std::vector<std::string> found;
    if (!directory || faccessat(directory.descriptor(), ".", W_OK | X_OK, AT_EACCESS) != 0)
        return found;
    for (auto& name : names_of_journals(directory)) {
        if (found.size() == most_recovered)
            return found;
        const auto status = status_in(directory, name);
        if (!status || !is_trusted(*status))
            continue;
        const File journal = open_in(directory, name, O_RDONLY);
        // Shared, so that two who look at once don't take each other for its owner.
        if (journal && flock(journal.descriptor(), LOCK_SH | LOCK_NB) == 0)
            found.push_back(std::move(name));
    }
    return found;
}

// One journal that was found.
class Leftover {
public:
    Leftover(const File& directory, const std::string& name)
        : directory(directory)
        , name(name)
        , file(open_in(directory, name, O_RDWR)) // NFS gives no exclusive lock to who only reads
    {
    }

    // False when it stays, to be tried again by another call.
    bool recover(const Workspace& workspace)
    {
        if (!file || !is_trusted(status_of(file, name)))
            return true;
        const auto plan = read();
        if (!plan || !PlanCheck(workspace).allows(*plan))
            return !is_still_it() || set_aside();
        try {
            const Repair repair(workspace, *plan);
            return !is_still_it()
                || (repair.run() ? unlinkat(directory.descriptor(), name.c_str(), 0) == 0 : set_back());
        } catch (const ToolError& error) {
            if (error.code == Code::timed_out)
                throw;
            return !is_still_it() || set_back(); // nobody's own change shall fail for it
        }
    }

    std::size_t bytes_read() const { return count; }

private:
    // What is malformed at its beginning is not read to its end.
    std::optional<Plan> read()
    {
        constexpr std::size_t beginning = 64 << 10;
        std::string text = take(beginning);
        auto plan = parse_journal(text);
        if (plan && text.size() == beginning) {
            text = take(largest_journal);
            plan = parse_journal(text);
        }
        hash = sha256(text);
        return plan;
    }

    std::string take(std::size_t most)
    {
        taken = most;
        std::string text = read_range(file, name, 0, most);
        count += text.size();
        return text;
    }

    // Busy, gone or another by now: it was being written when it was found, or somebody else has put it right.
    bool is_still_it()
    {
        return flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0 && status_of(file, name).st_nlink != 0
            && sha256(take(taken)) == hash;
    }

    bool set_aside() const
    {
        return rename_to("kept" + name) || unlinkat(directory.descriptor(), name.c_str(), 0) == 0;
    }

    // Another call may be able to: it may have more rights, or open more files.
    bool set_back() const
    {
        if (name.ends_with("-again-again") || !rename_to(name + "-again"))
            set_aside();
        return false;
    }

    bool rename_to(const std::string& other) const
    {
        return renameat2(directory.descriptor(), name.c_str(), directory.descriptor(), other.c_str(), 0) == 0;
    }

    const File& directory;
    const std::string& name;
    File file;
    std::size_t taken = 0;
    std::size_t count = 0;
    std::string hash;
};

}

bool is_interrupted(const Workspace& workspace) { return !find_journals(open_journals(workspace)).empty(); }

bool recover_interrupted(const Workspace& workspace)
{
    const File journals = open_journals(workspace);
    const auto found = find_journals(journals);
    if (found.empty())
        return true;
    std::size_t count = 0;
    bool is_all = found.size() < most_recovered;
    for (const auto& name : found) {
        if (count >= largest_journal)
            return false;
        Leftover leftover(journals, name);
        is_all = leftover.recover(workspace) && is_all;
        count += leftover.bytes_read();
    }
    remove_empty_journals(workspace);
    return is_all;
}

std::vector<File> lock_settled(const Workspace& workspace, const std::vector<ToLock>& directories)
{
    constexpr int most_tries = 4; // others may be killed meanwhile, too
    bool is_worthwhile = true;
    for (int tries = 1;; ++tries) {
        std::vector<File> locks = lock_directories(directories);
        if (tries == most_tries || !is_worthwhile || !is_interrupted(workspace))
            return locks;
        locks.clear();
        is_worthwhile = recover_interrupted(workspace);
    }
}
