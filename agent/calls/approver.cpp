#include "agent/calls/approver.hpp"

namespace agent::calls {

Decision refused_by_operator(const std::string& reason)
{
    const std::string words = reason.empty() ? "" : ": " + reason;
    return {false, "the operator said no" + words, "no" + words};
}

bool is_asked_about(const PreparedCall& call, const Approver& approver)
{
    return call.needs_approval || call.is_asked_by_hook
        || (!call.is_trusted && (call.tool->needs_approval || approver.asks_about(call)));
}

bool is_to_be_asked(Approve when, const PreparedCall& call)
{
    return when == Approve::always
        || (when == Approve::changes && call.changes_files() && !call.tool->asks_for_its_calls
            && !call.tool->is_allowed);
}

}
