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

// Asks the host whether a call may run. Other calls continue meanwhile.
class HostApprover : public calls::Approver {
public:
    // `redaction` must replace only known secrets: otherwise the model could hide parts of a call.
    // The references must outlive this object.
    HostApprover(Asks& asks, const redaction::Redaction& redaction, system::Cancel& cancel)
        : asks(asks)
        , redaction(redaction)
        , cancel(cancel)
    {
    }

    void ask_about(calls::Approve calls) { when = calls; }

    // Sets the approval rules. From then on a call that they allow needs no answer, and other
    // questions offer new rules. `rules` must outlive this object.
    void use(permissions::Permissions& rules) { permissions = &rules; }

    // Returns the path of the step of a workflow that makes a call, if one does; may be empty.
    std::function<std::optional<std::string>(const calls::PreparedCall& call)> path_of;

    // Called if the operator changes the arguments of a call; may be empty.
    std::function<void(const calls::PreparedCall& made, const calls::Arguments& edited)>
        tell_edited;

    bool asks_about(const calls::PreparedCall& call) const override;
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return calls::forbidden_by(when, call);
    }

    // Sends the question, which shows the call and, if the tool has a dry run, what the call would
    // change. Returns a decision that needs no question, otherwise nullopt; take() then returns it.
    // After an approval the dry run is repeated, and if its answer or exit status differs, the host
    // is asked again. The answer "always" applies to byte-identical calls. Arguments in an answer
    // are checked and tried like those of the model; if they are invalid, the answer is refused and
    // the question stays open. An answer with unchanged arguments counts as an approval without
    // arguments.
    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;
    std::optional<calls::Decision> take(calls::CallId id) override;
    void withdraw(calls::CallId id) override;
    void watch(system::Watch& watch) const override;
    void step() override;

protected:
    // Further content of a question.
    struct Beside {
        bool is_edited = false; // the operator has changed the arguments
        bool has_changed = false; // the question is repeated, because the dry run has changed
        std::string problem = {}; // why the arguments in `draft` were not accepted
        Json draft = {};
    };

    calls::Approve mode() const { return when; }

    // Maximum size of a question's line in bytes.
    static constexpr std::size_t max_question = 8 << 20;

    // Sends the question, and returns the id of its ask. Throws TOO_LARGE.
    virtual std::string put(
        const calls::PreparedCall& call, const channel::ApprovalAsk& ask, const Beside& beside);

    // Returns true if changed arguments need another answer: they, or the reason why they cannot be
    // used, are shown in a new question.
    virtual bool asks_about_edited() const { return false; }

private:
    // The call that a question is about.
    struct Subject {
        const calls::PreparedCall* made; // by the model
        std::shared_ptr<const calls::PreparedCall> edited = {}; // by the operator; null: unchanged
        terminal::Trial trial = {};
        std::vector<permissions::Rule> rules = {}; // offered rules

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
