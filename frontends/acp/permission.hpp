#pragma once

#include "frontends/acp/updates.hpp"

#include <string>
#include <vector>

namespace frontends::acp {

// Returns the toolCall of session/request_permission for an approval of the run channel. Its
// content has all arguments and the files that are run later, as a terminal shows them, before what
// the call would change: an editor may show nothing of the raw input.
Json call_to_permit(const Updates& updates, const channel::ApprovalAsk& ask);

// Describes an option of session/request_permission. If the editor selects it, `answer` is sent.
struct PermitOption {
    std::string id;
    std::string name;
    const char* kind;
    channel::VerdictAnswer answer;
};

// Returns the options for an approval: once, always for this call, always by each offered rule, and
// refusal. A rule is stored if the ask allows that; otherwise it applies to the session.
std::vector<PermitOption> options_to_permit(const channel::ApprovalAsk& ask);

}
