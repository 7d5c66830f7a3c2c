#include "agent/calls/approver.hpp"

namespace agent::calls {

Decision refused_by_operator(const std::string& reason)
{
    const std::string words = reason.empty() ? "" : ": " + reason;
    return {false, "the operator said no" + words, "no" + words};
}

bool is_to_be_asked(Approve when, const PreparedCall& call)
{
    return when == Approve::always || (when == Approve::changes && call.changes_files());
}

}
