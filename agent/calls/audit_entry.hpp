#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/approver.hpp"
#include "agent/calls/prepared_call.hpp"
#include "agent/calls/tool_result.hpp"
#include "agent/calls/tool_source.hpp"

namespace agent::calls {

using namespace toolkit;

// Returns the audit entry of a call before it runs.
audit::AuditEntry audit_entry_of(const PreparedCall& call);

// Adds the decision about the call, and both versions of its arguments if the operator edited them.
void add_decision(audit::AuditEntry& entry, const Decision& decision,
    const std::optional<ChangedArguments>& changed);

// Returns the facts that the audit trail records of an image shown to the model: its SHA-256, size
// and type.
Json audit_facts_of(const model::Image& image);

// Adds the result of the call to its entry.
void add_end(audit::AuditEntry& entry, const ToolResult& result);

}
