#pragma once

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace agent::audit {

using namespace toolkit;

// Where a line of the trail stands.
struct AuditPlace {
    std::string file; // as messages call it
    std::uint64_t line = 0; // from 1

    std::string text() const; // ".agentcli/audit/20261121.log, line 7"
};

// Calls `visit` with each line of a trail, in order: of a directory of logs, or of one file.
// Memory for one line, of at most 16 MiB. Throws what system_error() makes of a failure.
void for_each_audit_line(const std::string& source,
    const std::function<void(const AuditPlace& place, std::string_view line)>& visit);

// Of what can be read from a descriptor, which messages call `name`.
void for_each_audit_line(int descriptor, const std::string& name,
    const std::function<void(const AuditPlace& place, std::string_view line)>& visit);

// A field of a line of the trail without secrets. What a call or a tool has said is redacted by all
// rules; what the operator decides and looks for by (the tool, argv, the directory, the approval,
// the sandbox) by known values, shapes and the operator's own rules; and hashes, numbers and names
// of runs not at all.
Json redacted_field(const redaction::Redaction& redaction, const std::string& field, Json value);

// Returns a line of a log with its secrets redacted; byte for byte the same line if it has none.
std::string redacted_line(const redaction::Redaction& redaction, std::string_view line);

}
