#pragma once

#include "agent/calls/approval_mode.hpp"
#include "agent/calls/approver.hpp"
#include "agent/permissions/permissions.hpp"
#include "frontends/host/asks.hpp"
#include "runner/terminal/trial.hpp"
#include "toolkit/system/cancel.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Asks the host whether a call may be run, while other calls are under way.
class HostApprover : public calls::Approver {
public:
    // `redaction` must not hide anything that the model could have chosen.
    HostApprover(Asks& asks, const redaction::Redaction& redaction, system::Cancel& cancel)
        : asks(asks)
        , redaction(redaction)
        , cancel(cancel)
    {
    }

    void ask_about(calls::Approve calls) { when = calls; }

    // Makes the approver apply these rules: it does not ask about calls that they allow, and offers
    // new rules in other questions. The rules must outlive this object.
    void use(permissions::Permissions& rules) { permissions = &rules; }

    // Returns the path of the step of a workflow that makes a call, if one does; may be empty.
    std::function<std::optional<std::string>(const calls::PreparedCall& call)> path_of;

    // Called when the operator approves a call with other arguments; may be empty.
    std::function<void(const calls::PreparedCall& made, const calls::Arguments& edited)>
        tell_edited;

    bool asks_about(const calls::PreparedCall& call) const override;
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return calls::forbidden_by(when, call);
    }

    // Shows the call, and what it would change if the tool has a dry run. After an approval, the
    // dry run is repeated; if its answer or its outcome differs, the host is asked again. "always"
    // applies to calls that are identical byte for byte. Arguments in an answer are checked and
    // tried like those of the model. If they cannot be used, the answer is refused and the question
    // stays open. An answer with the arguments that were shown counts as an approval without
    // arguments.
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;
    std::optional<calls::Decision> take(calls::CallId id) override;
    void withdraw(calls::CallId id) override;
    void watch(system::Watch& watch) const override;
    void step() override;

protected:
    // The parts of a question in addition to the call.
    struct Beside {
        bool is_edited = false; // the operator has written its arguments
        bool has_changed = false; // asked again, because the dry run differs
        std::string problem = {}; // why the arguments in `draft` cannot be used
        Json draft = {};
    };

    calls::Approve mode() const { return when; }

    // Maximum size of the line of a question, in bytes.
    static constexpr std::size_t max_question = 8 << 20;

    // Asks, and returns the id of the ask. Throws TOO_LARGE.
    virtual std::string put(
        const calls::PreparedCall& call, const channel::ApprovalAsk& ask, const Beside& beside);

    // Returns true if changed arguments need another approval: a further question shows them, or
    // the reason why they cannot be used.
    virtual bool asks_about_edited() const { return false; }

private:
    // The subject of a question.
    struct Subject {
        const calls::PreparedCall* made; // the call of the model
        // The call with the arguments of the operator; null if they are unchanged.
        std::shared_ptr<const calls::PreparedCall> edited = {};
        terminal::Trial trial = {};
        std::vector<permissions::Rule> rules = {}; // the rules that were offered

        const calls::PreparedCall& call() const { return edited ? *edited : *made; }
    };
    struct Open {
        std::string ask;
        Subject subject;
    };

    std::optional<calls::Decision> show(calls::CallId id, Subject subject, Beside beside);
    void show_again(calls::CallId id, Subject subject, Beside beside);
    void take_answer(calls::CallId id, const channel::VerdictAnswer& answer);
    void take_edited(calls::CallId id, const channel::VerdictAnswer& answer);
    void settle(calls::CallId id, Subject subject, const channel::VerdictAnswer& answer);
    void ask_about(calls::CallId id, const Subject& before, const Json& arguments);
    Subject edited_subject(const Subject& before, const Json& arguments);
    calls::Decision approved(const Subject& subject, const channel::VerdictAnswer& answer);
    std::string record_of(const Subject& subject, const channel::VerdictAnswer& answer);
    channel::ApprovalAsk question_about(const Subject& subject) const;

    Asks& asks;
    const redaction::Redaction& redaction;
    system::Cancel& cancel;
    calls::Approve when = calls::Approve::never;
    std::set<std::string> always;
    permissions::Permissions* permissions = nullptr; // null: no rules
    std::map<calls::CallId, Open> open;
    std::map<calls::CallId, calls::Decision> decisions;
};

}
