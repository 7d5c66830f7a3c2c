#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/prepared_call.hpp"
#include "agent/calls/tool_result.hpp"
#include "agent/calls/tool_source.hpp"

namespace agent::calls {

using namespace toolkit;

// What the audit is told of a call before it is run.
audit::AuditEntry audit_entry_of(const PreparedCall& call);

// What the audit is told of its end, beside that.
void add_end(audit::AuditEntry& entry, const ToolResult& result);

}
