#pragma once

#include "runner/redaction.hpp"
#include "toolkit/file.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

// What the trail tells of one call.
struct AuditEntry {
    std::chrono::system_clock::time_point time; // when it began
    std::string tool;
    std::vector<std::string> argv; // empty: nothing was run
    std::optional<int> exit; // absent: it did not end by itself
    std::optional<int> signal;
    std::chrono::milliseconds duration {};
    std::size_t output_bytes = 0;
    std::size_t error_bytes = 0;
    bool truncated = false; // the answer says so, or there was too much of it
    std::string request; // its SHA-256 is written
    std::vector<std::string> repairs; // what was put right about the call
    std::string failure; // why there is no answer; empty where there is one
    std::string sandbox; // JSON: the answer's own word on it; empty where it has none
};

// An append-only log beneath the current directory: .agentcli/audit/YYYYMMDD.log (UTC, mode 0600, folders
// 0700), one line of JSON a call, redacted, written in one piece. Links are not followed. All throw what
// system_error() makes of a failure, or NOT_A_FILE.
class Audit {
public:
    explicit Audit(const Redaction& redaction);

    // That a line could be written now. To be called before anything is run that would be worth a line.
    void check() const;

    void write(const AuditEntry& entry) const;

private:
    const Redaction& redaction;
};
