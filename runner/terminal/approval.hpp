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

// Asks the operator whether a call may run, on the terminal from which agentcli was started.
// Without a terminal the call is refused. calls::CallBatch calls this before each tool call.
class Approval : public calls::Approver {
public:
    // `redaction` must replace only known secrets, not shapes, patterns or names: otherwise the
    // model could hide parts of a call from the operator. The references must outlive this object.
    Approval(calls::Approve when, Output& output, const redaction::Redaction& redaction,
        system::Cancel& cancel);

    // Sets the approval rules. From then on a call that they allow needs no answer, and other
    // questions offer new rules. `rules` must outlive this object.
    void use(permissions::Permissions& rules) { permissions = &rules; }

    bool asks_about(const calls::PreparedCall& call) const override;
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return calls::forbidden_by(when, call);
    }

    // Returns the decision about a call, and blocks until it is made. Shows all arguments of the
    // call, a page at a time, and, if the tool has a dry run, what the call would change. A call is
    // refused without a question if it is too large to be shown or its dry run fails. After an
    // approval the dry run is repeated; if its answer, exit status or signal differs, the question
    // is asked again. The answer "always" applies to calls with byte-identical input until this
    // object is destroyed; if approval rules can be offered, the operator chooses between them and
    // this. Throws INTERNAL "interrupted".
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;

private:
    std::optional<calls::Decision> answer_without_question(
        const calls::PreparedCall& call, const Trial& trial);
    // Asks about the call. `tried` is its dry run, or nullopt if that was not run yet.
    calls::Decision decide_on(
        const Terminal& terminal, const calls::PreparedCall& call, std::optional<Trial> tried);

    // The scope of an approval: this call only, the same call always, or all calls that a rule
    // matches.
    struct Choice {
        bool is_withdrawn = false; // the question is asked again
        bool is_always = false;
        std::optional<permissions::Rule> rule = {}; // nullopt: no rule is made
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
