#pragma once

#include "runner/time_text.hpp"
#include "toolkit/file.hpp"
#include "toolkit/json.hpp"

#include <cstdint>
#include <string>
#include <vector>

// What stands for the hash of the line before the first one.
std::string hash_before_all();

// Lines beneath the current directory that are chained: .agentcli/audit/YYYYMMDD.log (UTC, mode 0600,
// folders 0700). Each has its number and the SHA-256 of the line before, also where that stands in another
// file or comes from another process. Links are not followed. All throw what system_error() makes of a
// failure, NOT_A_FILE, NOT_FOUND where the log was taken away while it was written to, or TIMED_OUT where
// another process holds its lock for 10 s.
class AuditLog {
public:
    // That a line could be written now.
    void check(Time time);

    // Adds {"ts","seq","prev"} and `fields` as one line, in one piece: where there is no room for all of
    // it, none is left.
    void append(Time time, const Json& fields);

private:
    struct End {
        std::uint64_t count = 0; // lines so far
        std::string hash; // of the last one
        bool is_torn = false; // it has no line end: a crash has cut it off
    };

    void open_folder();
    void take_log(Time time);
    void open_log(const std::string& wanted);
    std::vector<std::string> logs() const; // newest first
    End end_of(const File& file, const std::string& path) const;
    End end_before(const std::string& limit) const;

    File folder;
    std::string name; // of the log that is open
    std::string path;
    File log;
    std::int64_t size = -1; // of the log, when its end was known
    End end;
};

// The exclusive (or shared) lock of an open folder, as long as it lives. Throws TIMED_OUT after 10 s.
class FolderLock {
public:
    enum class Kind { shared, exclusive };
    FolderLock(const File& folder, Kind kind);
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;
    ~FolderLock();

private:
    const File& folder;
};
