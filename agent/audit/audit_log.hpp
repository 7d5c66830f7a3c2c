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

// Takes the place of the hash of a line before the first one.
std::string hash_before_all();

// In bytes, without its end. No line of ours comes near: a longer one was planted, and is not read
// whole.
constexpr std::int64_t max_audit_line = 16 << 20;

// Where a line is in the chain.
struct AuditReceipt {
    std::uint64_t seq = 0;
    std::string sha256; // of the line without its newline
};

// Chained lines beneath a directory: .agentcli/audit/YYYYMMDD.log (UTC, mode 0600, directories
// 0700). Each has its number and the SHA-256 of the line before, even if that line is in another
// file or was written by another process. Links are not followed. All throw what
// system_error() makes of a failure, NOT_A_FILE, NOT_FOUND if the log was taken away or cut off
// while it was written to, or what AuditLock does.
class AuditLog {
public:
    explicit AuditLog(std::string directory);

    // That a line could be written now.
    void check(text::Time time);

    // Adds {"ts","seq","prev"} and the members of `object`, JSON with at least one, as one line, in
    // one piece: if the disk has no room for all of it, none of it stays.
    AuditReceipt append(text::Time time, std::string_view object);

private:
    struct End {
        std::uint64_t count = 0; // lines so far
        std::string hash; // of the last one
        bool is_torn = false; // it has no line end: a crash has cut it off
    };

    class Turn;

    void open_folder();
    void take_log(text::Time time);
    void open_log(const std::string& wanted);
    std::vector<std::string> logs() const; // newest first
    End end_of(const File& file, const std::string& path) const;
    End end_before(const std::string& limit) const;

    std::string directory_path;
    File directory;
    File folder; // the audit directory in it
    std::optional<AuditLock> lock; // held in a turn alone
    std::string name; // of the log that is open
    std::string path;
    File log;
    FileNumber number; // of the log
    std::int64_t size = -1; // of the log, when its end was known
    End end;
};

}
