#pragma once

#include "toolkit/system/file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace agent::audit {

using namespace toolkit;

// What a file is known by as long as it is open.
struct FileNumber {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;

    friend bool operator==(const FileNumber&, const FileNumber&) = default;
};
FileNumber number_of(const struct stat& status);

// The lock of an audit directory until it is given up or this object ends: that of the file `lock`
// in it. Its mode is 0200, so that only a process that may write there can open it, and hold it. It
// ends with the process that holds it.
class AuditLock {
public:
    static constexpr std::chrono::milliseconds usual_patience {10'000};

    // Makes the file if it is missing. Throws CONFLICT if another process holds the lock for as
    // long as `patience`, NOT_A_FILE if there is anything but a regular file with one name, or what
    // system_error() makes of a failure.
    explicit AuditLock(const File& directory, std::chrono::milliseconds patience = usual_patience);

    // For a reader: nothing if there is no such file, or none that may be opened.
    static std::optional<AuditLock> find(const File& directory);

    // Gives the lock up. The file stays open.
    void give_up() const;

    // Takes the lock as the constructor does, and returns true; false if the file is not the one in
    // the directory any more, or others could open it to read, or this process was forked from the
    // one that opened it, with which it would share the lock. Then this object has to end.
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
