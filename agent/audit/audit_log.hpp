#pragma once

#include "agent/audit/audit_lock.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/time_text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::audit {

using namespace toolkit;

// Returns the value of "prev" in the first line of a trail, which has no line before it.
std::string hash_before_all();

// Maximum size of a line in bytes, without its newline. Lines of agentcli are far shorter. A longer
// line was planted, and is not read completely.
constexpr std::int64_t max_audit_line = 16 << 20;

// Identifies a line in the chain.
struct AuditReceipt {
    std::uint64_t seq = 0; // number of the line
    std::string sha256; // hash of the line without its newline
};

// A chain of lines in .agentcli/audit/YYYYMMDD.log in a directory (dates in UTC, mode 0600,
// directories 0700). Each line has its number and the SHA-256 of the line before, even if that is
// in another file or was written by another process. Symbolic links are not followed. All functions
// throw the error of system_error() if a system call fails, NOT_A_FILE if a log is not a regular
// file, NOT_FOUND if the log was removed or truncated while it was in use, and the errors of
// AuditLock.
class AuditLog {
public:
    explicit AuditLog(std::string directory);

    // Throws if a line could not be written now.
    void check(text::Time time);

    // Appends a line with {"ts","seq","prev"} and the members of `object`, a JSON object with at
    // least one member. The line is written immediately. If the disk is full, removes the part that
    // was written, and throws.
    AuditReceipt append(text::Time time, std::string_view object);

private:
    struct End {
        std::uint64_t count = 0; // number of lines so far
        std::string hash; // hash of the last line
        bool is_torn = false; // true if the last line has no newline, because of a crash
    };

    class Turn;

    void open_audit_directory();
    void take_log(text::Time time);
    void open_log(const std::string& wanted);
    std::vector<std::string> logs() const; // newest first
    End end_of(const File& file, const std::string& path) const;
    End end_before(const std::string& limit) const;

    std::string directory_path;
    File directory;
    File audit_directory; // the audit directory in `directory`
    std::optional<AuditLock> lock; // held only during a turn
    std::string name; // name of the open log
    std::string path;
    File log;
    FileNumber number; // identifies the open log
    std::int64_t size = -1; // size of the log when `end` was read
    End end;
};

}
