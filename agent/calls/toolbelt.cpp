#include "agent/calls/toolbelt.hpp"

#include "agent/calls/audit_entry.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <exception>
#include <set>
#include <utility>

namespace agent::calls {

using namespace toolkit;

Toolbelt::Toolbelt(std::vector<ToolSource*> sources, const CallDependencies& supervision)
    : sources(std::move(sources))
    , by(supervision)
{
    by.sources = this->sources;
    std::set<std::string> names;
    for (const OfferedTool* tool : tools())
        if (!names.insert(tool->name).second)
            throw ToolError(
                Code::bad_request, "two tools are named " + text::in_quotes(tool->name));
}

std::vector<const OfferedTool*> Toolbelt::tools() const
{
    std::vector<const OfferedTool*> all;
    for (const ToolSource* source : sources) {
        const auto some = source->tools();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

const OfferedTool* Toolbelt::tool_called(const std::string& name) const
{
    return found_tool(name, sources).tool;
}

void Toolbelt::leave(const std::vector<PreparedCall>& calls, const std::string& why)
{
    by.audit.check();
    for (const auto& call : calls) {
        audit::AuditEntry entry = audit_entry_of(call);
        entry.failure = "not run: " + why;
        by.audit.write(entry);
    }
}

bool Toolbelt::cancel(const std::string& call_id)
{
    return batch != nullptr && batch->cancel(call_id);
}

bool Toolbelt::add_to_batch(std::vector<PreparedCall> calls)
{
    next_id += calls.size();
    for (auto& call : calls)
        batch->add(std::move(call));
    return !calls.empty();
}

void Toolbelt::wait_for_batch(const More& more)
{
    for (;;) {
        const bool is_cancelled = by.cancel.is_set(); // also reads the messages of a client
        if (is_cancelled && hears_cancelled_wait && batch->only_waits())
            hears_cancelled_wait();
        if (is_cancelled)
            batch->cancel_all();
        if (is_cancelled && by.cancel.is_asked_again())
            batch->kill_cancelled();
        batch->step();
        if (more && !is_cancelled && add_to_batch(more()))
            continue;
        if (batch->is_done())
            return;
        if (hears_waiting && !is_cancelled && batch->only_waits())
            hears_waiting();
        system::Watch watch;
        batch->watch(watch);
        if (!is_cancelled || by.cancel.can_be_asked_again())
            watch.readable(by.cancel.descriptor());
        watch.wait();
    }
}

void Toolbelt::run(
    std::vector<PreparedCall> calls, const CallBatch::Finished& finished, const More& more)
{
    by.audit.check();
    CallBatch now(by, next_id, finished);
    batch = &now;
    try {
        add_to_batch(std::move(calls));
        wait_for_batch(more);
        batch = nullptr;
        by.cancel.check();
    } catch (const std::exception& error) {
        batch = nullptr;
        now.abandon(error.what());
        throw;
    }
}

}
