#include "agent/audit/audit_lock.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <thread>

namespace agent::audit {

using namespace toolkit;

static const std::string lock_path = ".agentcli/audit/lock";

FileNumber number_of(const struct stat& status) { return {status.st_dev, status.st_ino}; }

using Patience = std::chrono::milliseconds;

// Polls, because only a signal could end a blocking flock(), and signals have other uses here.
static void lock_within(const File& file, Patience patience)
{
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            throw system::system_error("cannot lock the audit log");
        if (std::chrono::steady_clock::now() > deadline)
            throw ToolError(Code::conflict,
                "the audit log is locked: another program has held '" + lock_path + "' for "
                    + std::to_string(patience.count() / 1000) + " s",
                "end that program ('fuser " + lock_path
                    + "' names it); --audit best-effort continues without a complete trail");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

static bool is_of_its_own(const struct stat& status)
{
    return S_ISREG(status.st_mode) && status.st_nlink <= 1;
}

static bool is_unreadable(const struct stat& status) { return (status.st_mode & 0777U) == 0200; }

// Makes the file unreadable, because anyone who could open it could hold the lock. Refuses a file
// with a second name: it may be any file, and its mode must not be changed.
static FileNumber make_unreadable(const File& file)
{
    const struct stat status = system::status_of(file, lock_path);
    if (!is_of_its_own(status))
        throw ToolError(Code::not_a_file,
            "the audit lock '" + lock_path + "' is not a regular file of its own");
    if (!is_unreadable(status) && fchmod(file.descriptor(), 0200) != 0)
        throw system::system_error(
            "others can hold the audit lock '" + lock_path + "', and that can't be changed");
    return number_of(status);
}

static File open_lock(const File& directory, int flags)
{
    return File(openat(directory.descriptor(), "lock",
        O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags, 0200));
}

AuditLock::AuditLock(const File& directory, Patience patience)
{
    do {
        file = open_lock(directory, O_CREAT);
        if (!file)
            throw system::system_error("cannot open the audit lock '" + lock_path + "'");
        number = make_unreadable(file);
        lock_within(file, patience);
    } while (!find_in_place(directory));
}

// Returns the status of the lock file if it is still the one in the directory. If it was removed
// before it was locked, other processes lock another one.
std::optional<struct stat> AuditLock::find_in_place(const File& directory) const
{
    auto there = system::status_in(directory, "lock");
    if (there && number_of(*there) != number)
        there.reset();
    return there;
}

bool AuditLock::take_again(const File& directory, Patience patience) const
{
    if (opened_by != getpid())
        return false;
    lock_within(file, patience);
    const auto there = find_in_place(directory);
    return there && is_of_its_own(*there) && is_unreadable(*there);
}

void AuditLock::give_up() const { flock(file.descriptor(), LOCK_UN); }

std::optional<AuditLock> AuditLock::find(const File& directory)
{
    File file = open_lock(directory, 0);
    if (!file)
        return {};
    lock_within(file, usual_patience);
    AuditLock result;
    result.file = std::move(file);
    return result;
}

}
