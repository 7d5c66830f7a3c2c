#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace agent::audit {

using namespace toolkit;

// The position of a line in the trail.
struct AuditPlace {
    std::string file; // the name for messages
    std::uint64_t line = 0; // from 1

    std::string text() const; // ".agentcli/audit/20261121.log, line 7"
};

// Calls `visit` with each line of a trail, in order: of all logs in a directory, or of one file.
// Holds one line in memory, of at most 16 MiB. Throws TOO_LARGE for a longer one, and as
// system_error() does.
void for_each_audit_line(const std::string& source,
    const std::function<void(const AuditPlace& place, std::string_view line)>& visit);

// Reads the lines from a descriptor, which messages call `name`.
void for_each_audit_line(int descriptor, const std::string& name,
    const std::function<void(const AuditPlace& place, std::string_view line)>& visit);

// Returns the value of a field of a line with its secrets redacted. Texts of calls and tools are
// redacted by all rules. Fields that the operator decides, and by which the operator searches (the
// tool, argv, the directory, the approval, the sandbox), are redacted by known values, shapes and
// the operator's own rules. Hashes, numbers and names of runs are not redacted.
Json redacted_field(const redaction::Redaction& redaction, const std::string& field, Json value);

// Returns a line of a log with its secrets redacted; byte for byte the same line if it has none.
std::string redacted_line(const redaction::Redaction& redaction, std::string_view line);

}
