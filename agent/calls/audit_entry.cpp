#include "agent/calls/audit_entry.hpp"

#include "toolkit/system/hash.hpp"

namespace agent::calls {

using namespace toolkit;

audit::AuditEntry audit_entry_of(const PreparedCall& call)
{
    audit::AuditEntry entry;
    entry.time = std::chrono::system_clock::now();
    entry.tool = call.name();
    entry.request_hash = system::sha256(call.input());
    entry.repairs = call.repairs;
    entry.by = call.by;
    entry.labels = call.labels;
    entry.via = call.via;
    return entry;
}

void add_decision(audit::AuditEntry& entry, const Decision& decision,
    const std::optional<ChangedArguments>& changed)
{
    entry.approval = decision.record;
    entry.decided_by = decision.by;
    if (changed)
        entry.arguments = changed->facts();
}

Json audit_facts_of(const model::Image& image)
{
    return {{"sha256", image.sha256}, {"bytes", image.bytes}, {"type", image.type}};
}

void add_end(audit::AuditEntry& entry, const ToolResult& result)
{
    entry.argv = result.argv;
    entry.exit = result.exit;
    entry.signal = result.signal;
    entry.is_warm = result.is_warm;
    entry.duration = result.duration;
    entry.output_bytes = result.output_bytes;
    entry.error_bytes = result.error_bytes;
    entry.truncated = result.answer.truncated;
    entry.failure = result.answer.failure;
    entry.sandbox = result.answer.sandbox;
    entry.runs_later = result.answer.runs_later;
    entry.background = result.answer.background;
    entry.mcp = result.mcp;
    entry.answer_hash = system::sha256(result.answer.content);
    for (const auto& image : result.answer.images)
        entry.images.push_back(audit_facts_of(*image));
}

}
