#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace agent::audit {

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

}
