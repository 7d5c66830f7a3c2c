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
    // `redaction` hides nothing that the model could have chosen.
    HostApprover(Asks& asks, const redaction::Redaction& redaction, system::Cancel& cancel)
        : asks(asks)
        , redaction(redaction)
        , cancel(cancel)
    {
    }

    void ask_about(calls::Approve calls) { when = calls; }

    // From then on, asks no question about calls that these rules allow, and offers new rules in
    // other questions. The rules must outlive this object.
    void use(permissions::Permissions& rules) { permissions = &rules; }

    // Returns the path of the step of a workflow that makes a call, if one does; may be empty.
    std::function<std::optional<std::string>(const calls::PreparedCall& call)> path_of;

    // Hears that the operator wants a call to be run with other arguments; may be empty.
    std::function<void(const calls::PreparedCall& made, const calls::Arguments& edited)>
        tell_edited;

    bool asks_about(const calls::PreparedCall& call) const override;
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return calls::forbidden_by(when, call);
    }

    // Shows the call, and what it would change if the tool has a dry run. After a yes the dry run
    // is made again, and if it answers other bytes, or ends otherwise, the host is asked again. An
    // "always" holds for the same call, byte for byte. The arguments of an answer are checked and
    // tried as those of the model. If they cannot be used, the answer is refused, and the question
    // stays open. An answer with the arguments that were shown is a yes without arguments.
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;
    std::optional<calls::Decision> take(calls::CallId id) override;
    void withdraw(calls::CallId id) override;
    void watch(system::Watch& watch) const override;
    void step() override;

protected:
    // What a question says beside the call.
    struct Beside {
        bool is_edited = false; // the operator has written its arguments
        bool has_changed = false; // asked again, since the dry run differs
        std::string problem = {}; // why the arguments in `draft` were not taken
        Json draft = {};
    };

    calls::Approve mode() const { return when; }

    // The longest line of a question.
    static constexpr std::size_t max_question = 8 << 20;

    // Asks, and returns the id of the ask. Throws TOO_LARGE.
    virtual std::string put(
        const calls::PreparedCall& call, const channel::ApprovalAsk& ask, const Beside& beside);

    // Returns true if changed arguments need another answer: the approver is shown them, or the
    // reason why they cannot be used, and is asked again.
    virtual bool asks_about_edited() const { return false; }

private:
    // What a question is about.
    struct Subject {
        const calls::PreparedCall* made; // by the model
        std::shared_ptr<const calls::PreparedCall> edited = {}; // by the operator; null: it is not
        terminal::Trial trial = {};
        std::vector<permissions::Rule> rules = {}; // that were offered

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
