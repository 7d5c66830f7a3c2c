#pragma once

#include "agent/calls/approval_mode.hpp"
#include "agent/calls/approver.hpp"
#include "agent/permissions/permissions.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "runner/terminal/trial.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <set>
#include <string>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// Asks the operator, on the terminal that agentcli was started from, whether a call may be run.
// Without a terminal the answer is no. calls::CallBatch asks it before each call.
class Approval : public calls::Approver {
public:
    // `redaction` hides nothing that the model could have chosen: known values alone, no shapes,
    // patterns or names.
    Approval(calls::Approve when, Output& output, const redaction::Redaction& redaction,
        system::Cancel& cancel);

    // From then on, asks no question about calls that these rules allow, and offers new rules in
    // other questions. The rules must outlive this object.
    void use(permissions::Permissions& rules) { permissions = &rules; }

    bool asks_about(const calls::PreparedCall& call) const override;
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return calls::forbidden_by(when, call);
    }

    // Waits for the answer. Shows all that the call's arguments have, a page at a time; and what it
    // would change, where the tool has a parameter dryRun, by calling it with that. A call that is
    // too large to be shown is refused. After a yes the dry run is made again, and if it answers
    // other bytes, or ends otherwise, the question is asked again. An "always" holds for the same
    // input, byte for byte, from then on; if there are rules to choose from, they are listed first.
    // Throws INTERNAL "interrupted".
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;

private:
    std::optional<calls::Decision> answer_without_question(
        const calls::PreparedCall& call, const Trial& trial);
    // `tried` is the dry run of the call if it was made before.
    calls::Decision decide_on(
        const Terminal& terminal, const calls::PreparedCall& call, std::optional<Trial> tried);

    // The calls that the operator has allowed by a yes.
    struct Choice {
        bool is_withdrawn = false; // the question is asked again
        bool is_always = false;
        std::optional<permissions::Rule> rule = {}; // nullopt: the same call alone
    };
    std::optional<Choice> choose(const Terminal& terminal, const calls::PreparedCall& call);
    calls::Decision approved(const calls::PreparedCall& call, const Choice& choice);

    calls::Approve when;
    Output& output;
    const redaction::Redaction& redaction;
    system::Cancel& cancel;
    std::set<std::string> always;
    permissions::Permissions* permissions = nullptr; // null: no rules
};

}
