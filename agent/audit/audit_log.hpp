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

// Returns the `prev` value of the first line of a trail, which has no line before it.
std::string hash_before_all();

// The maximum size of a line in bytes, without its newline. Lines of agentcli are far shorter: a
// longer one was planted, and is not read completely.
constexpr std::int64_t max_audit_line = 16 << 20;

// The position of a line in the chain.
struct AuditReceipt {
    std::uint64_t seq = 0;
    std::string sha256; // of the line without its newline
};

// A chain of lines in .agentcli/audit/YYYYMMDD.log beneath a directory (UTC, mode 0600, directories
// 0700). Each line has its number and the SHA-256 of the line before, even if that is in another
// file or was written by another process. Links are not followed. All functions throw as
// system_error() does, NOT_A_FILE, NOT_FOUND if the log was removed or truncated while it was
// written to, and as AuditLock does.
class AuditLog {
public:
    explicit AuditLog(std::string directory);

    // Throws if a line could not be written now.
    void check(text::Time time);

    // Appends a line with {"ts","seq","prev"} and the members of `object`, JSON with at least one.
    // Writes it immediately; if the disk has no room for all of it, removes the part that was
    // written.
    AuditReceipt append(text::Time time, std::string_view object);

private:
    struct End {
        std::uint64_t count = 0; // lines so far
        std::string hash; // of the last line
        bool is_torn = false; // it has no newline: a crash has cut it off
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
    std::string name; // the name of the open log
    std::string path;
    File log;
    FileNumber number; // of the log
    std::int64_t size = -1; // of the log when `end` was read
    End end;
};

}
