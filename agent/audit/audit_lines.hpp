#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace agent::audit {

using namespace toolkit;

// The position of a line in the trail, for messages.
struct AuditPlace {
    std::string file; // path of the log
    std::uint64_t line = 0; // number of the line, from 1

    // Returns a text such as ".agentcli/audit/20261121.log, line 7".
    std::string text() const;
};

// Calls `visit` with each line of a trail in order. `source` is a directory, whose logs are all
// read, or a file. Throws TOO_LARGE for a line of more than 16 MiB, the error of system_error() if
// reading fails, and the errors of `visit`.
void for_each_audit_line(const std::string& source,
    const std::function<void(const AuditPlace& place, std::string_view line)>& visit);

// Does the same for the lines read from a descriptor. `name` is its name in messages.
void for_each_audit_line(int descriptor, const std::string& name,
    const std::function<void(const AuditPlace& place, std::string_view line)>& visit);

// Returns the value of a field with its secrets redacted. Text of calls and tools is redacted by
// all rules. Fields that the operator determines and searches for (the tool, argv, the directory,
// the approval, the sandbox) are redacted only by known values, shapes of secrets and the
// operator's own rules. Hashes, numbers and names of runs are not redacted.
Json redacted_field(const redaction::Redaction& redaction, const std::string& field, Json value);

// Returns a line of a log with its secrets redacted. A line without secrets is returned unchanged,
// byte for byte.
std::string redacted_line(const redaction::Redaction& redaction, std::string_view line);

}
