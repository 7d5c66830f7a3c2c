#pragma once

#include "toolkit/system/file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace agent::audit {

using namespace toolkit;

// Device and inode of a file, which identify it while it is open.
struct FileNumber {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    friend bool operator==(const FileNumber&, const FileNumber&) = default;
};
FileNumber number_of(const struct stat& status);

// Holds the lock of an audit directory until give_up(), the destructor or the end of the process.
// The lock is taken on the file `lock` in the directory. Its mode is 0200, so that only a process
// that may write there can open the file and hold the lock.
class AuditLock {
public:
    static constexpr std::chrono::milliseconds usual_patience {10'000};

    // Takes the lock. Creates the file if it is missing. Throws CONFLICT if another process holds
    // the lock for longer than `patience`, NOT_A_FILE if the file is not a regular file with a
    // single hard link, and the error of system_error() if a system call fails.
    explicit AuditLock(const File& directory, std::chrono::milliseconds patience = usual_patience);

    // Takes the lock for a reader, without creating the file. Returns nullopt if the file is
    // missing or cannot be opened.
    static std::optional<AuditLock> find(const File& directory);

    // Releases the lock. The file stays open.
    void give_up() const;

    // Takes the lock as the constructor does, and returns true. Returns false if the file is no
    // longer the one in the directory, if others could open it to read, or if this process was
    // forked from the one that opened it, with which it would share the lock. The object must be
    // destroyed then.
    bool take_again(
        const File& directory, std::chrono::milliseconds patience = usual_patience) const;

private:
    AuditLock() = default;

    std::optional<struct stat> find_in_place(const File& directory) const;

    File file;
    FileNumber number;
    pid_t opened_by = getpid();
};

}
